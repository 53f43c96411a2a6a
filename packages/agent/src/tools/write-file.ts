import type { AgentTool, CallSubject } from "../types-tool.ts";
import { stringOf } from "./internal/arguments.ts";
import { defineTool, type ToolHost, throwIfAborted } from "./internal/define-tool.ts";
import { EXPECTED_SHA256, encode, refuseStale, refuseTooLarge } from "./internal/expected-hash.ts";
import { refuse, shown, success } from "./internal/outcome.ts";
import { replaceFile } from "./internal/replace-file.ts";

const PARAMETERS = {
  path: {
    type: "string",
    required: true,
    description: "The file, relative to the workspace root.",
  },
  content: {
    type: "string",
    required: true,
    isEmptyAllowed: true,
    description: "The whole new content.",
  },
  expectedSha256: {
    ...EXPECTED_SHA256,
    description: `${EXPECTED_SHA256.description} Leave it out to create a file.`,
  },
} as const;

/** `write_file`: creates a file, or replaces one whose current hash the model knows. */
export function writeFileTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "write_file",
    description:
      "Creates a text file, with the directories on its way, or replaces a whole one; replacing needs " +
      "its current sha256. Returns the new sha256. For a part of a file use edit_file.",
    effect: "write",
    parameters: PARAMETERS,
    subject: (args): CallSubject => {
      const path = stringOf(args, "path");
      return path === undefined ? {} : { paths: [path] };
    },
    run: async ({ path, content, expectedSha256 }, { signal, places }) => {
      const bytes = encode(content, "content");
      refuseTooLarge(bytes, path);
      if (path.endsWith("/")) refuse(`${shown(path)} names a directory; name a file.`);
      return await host.exclusively(async () => {
        throwIfAborted(signal);
        const sha256 = await replaceFile(places, path, (current) => {
          if (current && expectedSha256 === undefined) {
            refuse(`${shown(path)} exists; read it, then give its sha256 as expectedSha256.`);
          }
          if (!current && expectedSha256 !== undefined) {
            refuse(`There is no file ${shown(path)}; leave out expectedSha256 to create it.`);
          }
          if (current && expectedSha256 !== undefined) refuseStale(path, expectedSha256, current);
          return bytes;
        });
        return success({ path, sha256 });
      });
    },
  });
}

import type { AgentTool, CallSubject } from "../types-tool.ts";
import { stringOf } from "./internal/arguments.ts";
import { occurrencesOf, spliceBytes } from "./internal/byte-edit.ts";
import type { CurrentFile } from "./internal/current-file.ts";
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
  expectedSha256: { ...EXPECTED_SHA256, required: true },
  oldText: {
    type: "string",
    required: true,
    description: "Text that stands in the file exactly once, white space and line ends included.",
  },
  newText: {
    type: "string",
    required: true,
    isEmptyAllowed: true,
    description: "What takes its place; may be empty.",
  },
} as const;

/**
 * `edit_file`: replaces one text of a file that stands in it exactly once. Works on bytes, so that
 * line ends, a byte-order mark and bytes that are no UTF-8 stay as they are.
 */
export function editFileTool(host: ToolHost): AgentTool {
  return defineTool(host, {
    name: "edit_file",
    description:
      "Replaces oldText, which has to stand in the file exactly once, by newText. Needs the file's " +
      "current sha256, as read_file or the last change returned it; returns the new one.",
    effect: "write",
    parameters: PARAMETERS,
    subject: (args): CallSubject => {
      const path = stringOf(args, "path");
      return path === undefined ? {} : { paths: [path] };
    },
    run: async ({ path, expectedSha256, oldText, newText }, { signal, places }) => {
      const edit = {
        path,
        expectedSha256,
        oldBytes: encode(oldText, "oldText"),
        newBytes: encode(newText, "newText"),
      };
      if (oldText === newText) refuse("newText is the same as oldText; nothing would change.");
      return await host.exclusively(async () => {
        throwIfAborted(signal);
        const { missing } = await places.locateInside(path);
        if (missing.length > 0) await places.refuseMissing(path, "write_file creates a file");
        const sha256 = await replaceFile(places, path, (current) => edited(edit, current));
        return success({ path, sha256 });
      });
    },
  });
}

interface Edit {
  readonly path: string;
  readonly expectedSha256: string;
  readonly oldBytes: Buffer;
  readonly newBytes: Buffer;
}

function edited(edit: Edit, current: CurrentFile | undefined): Buffer {
  const { path, oldBytes, newBytes } = edit;
  if (!current) refuse(`There is no file ${shown(path)}; write_file creates one.`);
  refuseStale(path, edit.expectedSha256, current);
  const { first, count } = occurrencesOf(oldBytes, current.bytes);
  if (count === 0) {
    refuse(`oldText was not found in ${shown(path)}${hintOf(oldBytes, current.bytes)}`);
  }
  if (count > 1) {
    refuse(
      `oldText has ${count} matches in ${shown(path)}; add lines around it until it stands there once.`,
    );
  }
  const bytes = spliceBytes(current.bytes, { start: first, length: oldBytes.length }, newBytes);
  refuseTooLarge(bytes, path);
  return bytes;
}

/** What most often keeps a text from being found. */
function hintOf(oldBytes: Buffer, bytes: Buffer): string {
  if (oldBytes.includes("\ufffd")) {
    return ": it holds U+FFFD, which stands for bytes that are no UTF-8. Choose text without them.";
  }
  if (bytes.includes("\r\n") && !oldBytes.includes("\r\n") && oldBytes.includes("\n")) {
    return ": the lines of the file end with \\r\\n, those of oldText with \\n.";
  }
  return ". It has to be exact, white space and line ends included; read the file again.";
}

import { type InstructionReader, resolveInstructions } from "@alisio/agents-md";

/** Reads files that are held in memory by their absolute path. */
function memoryReader(files: ReadonlyMap<string, string>): InstructionReader {
  const paths = [...files.keys()];
  return {
    listDirectory: async (directory) => {
      const below = paths.filter((path) => path.startsWith(`${directory}/`));
      const names = below.map((path) => path.slice(directory.length + 1).split("/"));
      const entries = names.map(([name = "", ...rest]) => [name, rest.length > 0] as const);
      return [...new Map(entries)].map(([name, isDirectory]) => ({
        name,
        type: isDirectory ? "directory" : "file",
      }));
    },
    readFile: async (path) => {
      const bytes = new TextEncoder().encode(files.get(path) ?? "");
      return { type: "file", bytes, sizeBytes: bytes.length, realPath: path };
    },
    locate: async (path) => {
      const isDirectory = paths.some((one) => one.startsWith(`${path}/`));
      const kind = isDirectory ? "directory" : files.has(path) ? "file" : "missing";
      return { kind, path, realPath: path };
    },
  };
}

export async function instructionsOf(files: ReadonlyMap<string, string>): Promise<string> {
  const { text } = await resolveInstructions({
    workspaceRoot: "/project",
    cwd: "/project/packages/api",
    reader: memoryReader(files),
    sha256: async (bytes) => {
      const hash = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
      return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  });
  return text;
}

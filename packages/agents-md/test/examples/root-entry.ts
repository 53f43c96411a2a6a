import {
  createInstructionTracker,
  escapePath,
  explainAll,
  explainPath,
  type HashBytes,
  type InstructionReader,
  resolveInstructions,
} from "@alisio/agents-md";

export async function resolveExample(
  reader: InstructionReader,
  sha256: HashBytes,
): Promise<unknown> {
  const { text, diagnostics } = await resolveInstructions({
    workspaceRoot: { root: "/repo", marker: ".git" },
    cwd: "/repo/packages/api",
    reader,
    sha256,
  });
  return { text, diagnostics };
}

export async function explainPathExample(
  reader: InstructionReader,
  sha256: HashBytes,
): Promise<unknown> {
  const { files, budget } = await explainPath({
    workspaceRoot: { root: "/repo", marker: ".git" },
    cwd: "/repo",
    target: "packages/api/src/server.ts",
    reader,
    sha256,
  });
  return { files, budget };
}

export async function explainAllExample(
  reader: InstructionReader,
  sha256: HashBytes,
): Promise<unknown> {
  const workspaceRoot = "/repo";
  const { directories } = await explainAll({ workspaceRoot, cwd: "/repo", reader, sha256 });
  return directories;
}

export async function trackerExample(
  reader: InstructionReader,
  sha256: HashBytes,
): Promise<unknown> {
  const workspaceRoot = { root: "/repo", marker: ".git" };
  const cwd = "/repo";
  const eager = await resolveInstructions({ workspaceRoot, cwd, reader, sha256 });
  const tracker = await createInstructionTracker({ workspaceRoot, cwd, reader, sha256, eager });
  const { calls } = await tracker.step([{ id: "1", effect: "read", paths: ["docs/a.md"] }]);
  return calls;
}

export function escapeExample(): string {
  return escapePath("docs/\u202Edm.STNEGA"); // "docs/\\u{202e}dm.STNEGA"
}

import { escapePath } from "@alisio/agents-md";
import { explainPath, resolveInstructions } from "@alisio/agents-md/node";

export async function showInstructions(cwd: string): Promise<string> {
  const { text, diagnostics } = await resolveInstructions({ cwd });
  const { files } = await explainPath({ cwd, target: "packages/api/src/server.ts" });
  const rows = files.map(
    ({ path, status, reason }) => `${escapePath(path)}: ${status} (${reason})`,
  );
  const problems = diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
  return [text, ...rows, ...problems].join("\n");
}

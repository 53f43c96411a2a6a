import {
  createInstructionTracker,
  explainAll,
  explainPath,
  findWorkspaceRoot,
  resolveInstructions,
} from "@alisio/agents-md/node";

export async function nodeExamples(): Promise<unknown> {
  const { root, marker } = await findWorkspaceRoot(process.cwd());
  const { text } = await resolveInstructions({ cwd: process.cwd() });
  const { files } = await explainPath({ cwd: process.cwd(), target: "src/index.ts" });
  const { directories } = await explainAll({ cwd: process.cwd() });
  const eager = await resolveInstructions({ cwd: process.cwd() });
  const tracker = await createInstructionTracker({ cwd: process.cwd(), eager });
  return { root, marker, text, files, directories, state: tracker.saveState() };
}

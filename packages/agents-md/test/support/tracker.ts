import {
  createInstructionTracker,
  type InstructionTracker,
  type InstructionTrackerState,
  resolveInstructions,
  type StepOutcome,
  type ToolCall,
} from "../../src/index.ts";
import { type Extra, optionsOf } from "./tables.ts";
import { readerOf, type Tree } from "./virtual-tree.ts";

/** A session over a tree that a test may change between steps. */
export async function session(
  tree: Record<string, Tree[string]>,
  extra: Extra & { readonly state?: InstructionTrackerState } = {},
): Promise<InstructionTracker & { readonly text: string }> {
  const { state, ...settings } = extra;
  const options = {
    ...optionsOf({}, settings),
    reader: {
      listDirectory: (path: string) => readerOf(tree).listDirectory(path),
      readFile: (path: string, limits: { readonly maxBytes: number }) =>
        readerOf(tree).readFile(path, limits),
      locate: (path: string) => readerOf(tree).locate(path),
    },
  };
  const eager = await resolveInstructions(options);
  const seeds = state === undefined ? { eager } : { state };
  return { ...(await createInstructionTracker({ ...options, ...seeds })), text: eager.text };
}

let count = 0;
const call = (effect: ToolCall["effect"], ...paths: string[]): ToolCall => {
  count += 1;
  return { id: `${count}`, effect, paths };
};
export const read = (...paths: string[]): ToolCall => call("read", ...paths);
export const write = (...paths: string[]): ToolCall => call("write", ...paths);
export const run = (command: string | readonly string[], cwd?: string): ToolCall => {
  count += 1;
  return { id: `${count}`, effect: "process", command, cwd };
};

/** What a step did, in a form to compare: action, attached and retracted paths of each call. */
export function summary(outcome: StepOutcome): readonly string[] {
  return outcome.calls.map(({ action, attached, retracted }) =>
    [
      action,
      ...attached.map(({ path, status }) => (status === "loaded" ? path : `${path}(${status})`)),
      ...retracted.map(({ path, reason }) => `-${path}(${reason})`),
    ].join(" "),
  );
}

export const base = (): Record<string, Tree[string]> => ({
  "/repo/.git/HEAD": "x",
  "/repo/AGENTS.md": "root rules",
  "/repo/a/AGENTS.md": "a rules",
  "/repo/a/b/AGENTS.md": "b rules",
  "/repo/a/b/x.ts": "",
  "/repo/a/y.ts": "",
  "/repo/c/z.ts": "",
});

import type { AttachedFile, StepOutcome, ToolCall, ToolCallOutcome } from "../tracker-types.ts";
import type { InstructionDiagnostic } from "../types.ts";
import type { Context } from "./context.ts";
import { describeFile, scopeOf } from "./describe.ts";
import { createDirectoryCache, type DirectoryCache, loadChain } from "./load-chain.ts";
import { type PlannedFile, planBudget } from "./plan-budget.ts";
import { keptText, type TextPart } from "./render-text.ts";
import type { TrackerMemory } from "./tracker-memory.ts";
import { renderOutcome } from "./tracker-render.ts";
import { findRetractions, type Retraction } from "./tracker-retract.ts";
import { type Touch, touchOf } from "./tracker-touch.ts";

/** The files of the directories that one call touches, before anything is decided. */
interface TouchedFiles {
  readonly call: ToolCall;
  readonly touch: Touch;
  /** What the model had not seen when it made the call, each file once. */
  readonly unseen: readonly PlannedFile[];
  /** What closer files leave no room for, and the model does not hold either. */
  readonly dropped: readonly PlannedFile[];
}

interface StepView {
  readonly touched: readonly TouchedFiles[];
  readonly retractions: readonly Retraction[];
  readonly diagnostics: readonly InstructionDiagnostic[];
}

/** Looks at the tree once for a whole step, then decides call by call. */
export async function takeStep(
  context: Context,
  memory: TrackerMemory,
  calls: readonly ToolCall[],
): Promise<StepOutcome> {
  const { touched, retractions, diagnostics } = await view(context, memory, calls);
  const given = new Set<string>();
  let withdrawn = false;
  const outcomes: ToolCallOutcome[] = [];
  for (const files of touched) {
    const isFirst: boolean = !withdrawn && files.touch.directories.length > 0;
    outcomes.push(await decide(context, memory, files, given, isFirst ? retractions : []));
    withdrawn ||= isFirst;
  }
  if (withdrawn) for (const { seen } of retractions) memory.withdraw(seen);
  for (const { unseen } of touched) for (const { file } of unseen) memory.remember(file);
  return { calls: outcomes, diagnostics };
}

async function view(
  context: Context,
  memory: TrackerMemory,
  calls: readonly ToolCall[],
): Promise<StepView> {
  const cache = createDirectoryCache(context);
  const loaded = new Set<string>();
  const diagnostics: InstructionDiagnostic[] = [];
  const touched: TouchedFiles[] = [];
  for (const call of calls) {
    const touch = await touchOf(context, call);
    const planned: PlannedFile[] = [];
    for (const directory of touch.directories) {
      planned.push(...(await planFor(context, cache, directory, diagnostics)));
      for (let depth = 0; depth <= directory.length; depth += 1) {
        loaded.add(directory.slice(0, depth).join("/"));
      }
    }
    touched.push({ call, touch, ...sortOut(memory, planned) });
  }
  const retractions =
    loaded.size === 0 ? [] : await findRetractions(context, cache, memory.held(), loaded);
  return { touched, retractions, diagnostics };
}

async function planFor(
  context: Context,
  cache: DirectoryCache,
  directory: readonly string[],
  diagnostics: InstructionDiagnostic[],
): Promise<readonly PlannedFile[]> {
  const chain = await loadChain(cache, directory);
  diagnostics.push(...chain.diagnostics);
  return planBudget(chain.files, context.maxBytes);
}

function sortOut(
  memory: TrackerMemory,
  planned: readonly PlannedFile[],
): Pick<TouchedFiles, "unseen" | "dropped"> {
  const unseen = new Map<string, PlannedFile>();
  const dropped = new Map<string, PlannedFile>();
  for (const plan of planned) {
    const names = [plan, ...planned.filter(({ countsAt }) => countsAt === plan.file)];
    if (names.some(({ file }) => memory.hasSeen(file))) continue;
    const key = keyOf(plan);
    if (plan.kept.length > 0 && !unseen.has(key)) unseen.set(key, plan);
    // A file that was given in an earlier version is not one that the model was never given.
    if (plan.status === "dropped" && memory.lastTold(plan.file) === undefined) {
      dropped.set(key, plan);
    }
  }
  for (const key of unseen.keys()) dropped.delete(key);
  return { unseen: [...unseen.values()], dropped: [...dropped.values()] };
}

function keyOf({ file }: PlannedFile): string {
  return `${file.directory === undefined ? "global" : "workspace"}:${file.path}`;
}

async function decide(
  context: Context,
  memory: TrackerMemory,
  { call, touch, unseen, dropped }: TouchedFiles,
  given: Set<string>,
  retractions: readonly Retraction[],
): Promise<ToolCallOutcome> {
  const returned = call.effect !== "read" && unseen.length > 0;
  const fresh = unseen.filter((plan) => !given.has(keyOf(plan)));
  for (const plan of fresh) given.add(keyOf(plan));
  const attached = inOrder(fresh.filter(({ file }) => !touch.shown.has(file.path)));
  const parts = inOrder([...attached, ...(attached.length > 0 ? dropped : [])]).map(
    (planned): TextPart => {
      const scope = scopeOf(context, planned.file.directory);
      const before = memory.lastTold(planned.file)?.sha256 ?? null;
      return { planned, scope: before === null ? scope : `changed ${scope}` };
    },
  );
  return {
    id: call.id,
    action: returned ? "return" : "run",
    text: await renderOutcome(returned, retractions, parts, context.sha256),
    attached: attached.map((plan) => attachedFile(context, plan)),
    retracted: retractions.map(({ seen, reason }) => ({ path: seen.path, reason })),
  };
}

/** By depth, the global file first; files of one depth stay in the order of the call. */
function inOrder(planned: readonly PlannedFile[]): readonly PlannedFile[] {
  const depth = ({ file: { directory } }: PlannedFile): number =>
    directory === undefined ? -1 : directory.length;
  return [...planned].sort((left, right) => depth(left) - depth(right));
}

function attachedFile(context: Context, planned: PlannedFile): AttachedFile {
  const { path, scope, kind, bytes, loadedBytes, tokens, sha256 } = describeFile(context, planned);
  return {
    path,
    scope,
    kind,
    status: planned.status === "truncated" ? "truncated" : "loaded",
    bytes,
    loadedBytes,
    tokens,
    sha256,
    content: keptText(planned),
  };
}

import type { AgentEventEnvelope, ApprovalDecision, ApprovalRequest } from "@alisio/agent";
import { type ApprovalPanelOptions, createApprovalPanel } from "./approval-panel.ts";
import type { Suggestion } from "./commands.ts";
import { type Editor, EMPTY_EDITOR } from "./editor.ts";
import { eventLines, type LineStyle } from "./event-lines.ts";
import { createLiveAnswer, type LiveAnswer } from "./live-answer.ts";
import type { Panel } from "./panel.ts";
import { inline, programOutput } from "./text.ts";
import type { Phase, Surface } from "./types.ts";

/** Finished output, in one piece. */
export interface Block {
  readonly id: number;
  readonly text: string;
}

/** A tool that runs now. */
interface RunningTool {
  readonly tool: string;
  readonly preview: string;
  readonly startedAtMs: number;
  /** The end of its output; safe to print. */
  readonly output: string;
}

/** Everything that the terminal shows, and the surface that changes it. */
export interface Screen extends Surface {
  /** Grows at its end alone. */
  readonly blocks: readonly Block[];
  readonly answer: LiveAnswer;
  readonly tools: ReadonlyMap<string, RunningTool>;
  readonly phase: Phase;
  /** What takes the keys: a question before anything that was opened. */
  readonly panel: Panel | undefined;
  readonly isAsking: boolean;
  editor: Editor;
  suggestions: readonly Suggestion[];
  suggested: number;
  /** A line of advice that goes with the next key. */
  hint: string;
  size: { readonly columns: number; readonly rows: number };
  openPanel(panel: Panel | undefined): void;
  /** Changes with everything that is shown; for React. */
  readonly version: number;
  subscribe(listener: () => void): () => void;
  /** Tells that something has changed: at once, or with the next tick of streamed text. */
  redraw(): void;
  /** Nothing is live any more. */
  isHidden: boolean;
  close(): void;
}

/** What a screen is made from. */
export interface ScreenOptions {
  readonly look: (columns: number) => LineStyle;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly now: () => number;
  readonly choose: (what: "skills" | "sessions") => Promise<void>;
  readonly exit: () => void;
  readonly setTimer?: ApprovalPanelOptions["setTimer"];
}

/** Streamed text and tool output are shown this often, however small their pieces. */
const TICK_MS = 40;
/** Of a tool's output so much is kept while it runs. */
const MAX_LIVE_OUTPUT_CHARACTERS = 2000;

const systemTimer: ApprovalPanelOptions["setTimer"] = (run, ms) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Makes an empty screen. */
export function createScreen(options: ScreenOptions): Screen {
  const setTimer = options.setTimer ?? systemTimer;
  const listeners = new Set<() => void>();
  const tools = new Map<string, RunningTool>();
  /** Of calls that asked first: one that is denied never starts. */
  const previews = new Map<string, string>();
  const questions: (Panel & { close(): void })[] = [];
  const answer = createLiveAnswer();
  let blocks: readonly Block[] = [];
  let opened: Panel | undefined;
  let cancelTick: (() => void) | undefined;

  const redraw = (): void => {
    screen.version += 1;
    for (const listener of listeners) listener();
  };
  const columns = (): number => lineColumns(screen.size.columns);
  const look = (): LineStyle => options.look(columns());
  const append = (lines: readonly string[]): void => {
    if (lines.length === 0) return;
    // An empty line is a line, too: Ink leaves out a text without characters.
    const text = lines.map((line) => (line === "" ? " " : line)).join("\n");
    blocks = [...blocks, { id: blocks.length, text }];
  };
  const flushRows = (): void => append(answer.takeRows(columns()));
  const tick = (): void => {
    cancelTick ??= setTimer(() => {
      cancelTick = undefined;
      flushRows();
      redraw();
    }, TICK_MS);
  };
  const print = (lines: readonly string[]): void => {
    append(answer.finish(columns()));
    append(lines);
    redraw();
  };
  const onEvent = ({ event, run }: AgentEventEnvelope): void => {
    // A subagent's own words are its caller's tool result; its tools are worth a line.
    if (event.type === "text.delta") {
      if (run === undefined) answer.append(event.text);
      tick();
      return;
    }
    if (event.type === "tool.output") {
      grow(tools, event.callId, event.text);
      tick();
      return;
    }
    if (event.type === "assistant.message" && run === undefined) {
      if (!answer.hasText && event.text !== "") answer.append(event.text);
      append(answer.finish(columns()));
    }
    if (event.type === "approval.requested") previews.set(event.callId, event.preview);
    if (event.type === "tool.started") {
      const { callId, tool, preview } = event;
      tools.set(callId, {
        tool: inline(tool),
        preview: inline(preview),
        startedAtMs: options.now(),
        output: "",
      });
    }
    const shown = eventLines(
      event,
      look(),
      "callId" in event
        ? (tools.get(event.callId)?.preview ?? previews.get(event.callId))
        : undefined,
    );
    if (event.type === "tool.finished") {
      tools.delete(event.callId);
      previews.delete(event.callId);
    }
    if (event.type === "run.finished" && run === undefined) tools.clear();
    if (shown.length > 0) print(run === undefined ? shown : shown.map((line) => `  ${line}`));
    else redraw();
  };
  const approve = (request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision> =>
    new Promise((resolve) => {
      const end = (decision: ApprovalDecision): void => {
        panel.close();
        signal.removeEventListener("abort", deny);
        questions.splice(questions.indexOf(panel), 1);
        resolve(decision);
        redraw();
      };
      const deny = (): void => end("deny");
      const panel = createApprovalPanel({
        request,
        waiting: () => questions.length - 1,
        answer: end,
        redraw,
        setTimer,
      });
      questions.push(panel);
      signal.addEventListener("abort", deny, { once: true });
      redraw();
    });

  const screen: Screen & { version: number; phase: Phase } = {
    version: 0,
    phase: "idle",
    answer,
    tools,
    get blocks() {
      return blocks;
    },
    get panel() {
      return questions[0] ?? opened;
    },
    get isAsking() {
      return questions.length > 0;
    },
    editor: EMPTY_EDITOR,
    suggestions: [],
    suggested: 0,
    hint: "",
    size: options.size,
    columns,
    print,
    onEvent,
    onPhase: (phase) => {
      screen.phase = phase;
      redraw();
    },
    approve,
    choose: options.choose,
    exit: options.exit,
    openPanel: (panel) => {
      opened = panel;
      redraw();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    redraw,
    isHidden: false,
    close: () => {
      cancelTick?.();
      append(answer.finish(columns()));
      screen.isHidden = true;
    },
  };
  return screen;
}

/**
 * Columns for lines: one less than the terminal has, for terminals that break a line when its last
 * column is written, and for characters that one counts as wider than the other.
 */
export function lineColumns(terminalColumns: number): number {
  return Math.max(20, terminalColumns - 1);
}

function grow(tools: Map<string, RunningTool>, callId: string, text: string): void {
  const tool = tools.get(callId);
  if (!tool) return;
  const output = (tool.output + programOutput(text.slice(-MAX_LIVE_OUTPUT_CHARACTERS))).slice(
    -MAX_LIVE_OUTPUT_CHARACTERS,
  );
  tools.set(callId, { ...tool, output });
}

import type {
  InstructionDiagnostic,
  InstructionFile,
  InstructionKind,
  InstructionScope,
  ResolvedInstructions,
  ResolveInstructionsOptions,
} from "./types.ts";

/** What a tool call does: instructions go with a read's result, and before a write or a process. */
export type ToolEffect = "read" | "write" | "process";

/** One tool call that the model asks for. */
export interface ToolCall {
  /** Given back with the outcome. */
  readonly id: string;
  /** What it does. */
  readonly effect: ToolEffect;
  /** Paths that it names, absolute or relative to `cwd`; both ends of a move. They need not exist. */
  readonly paths?: readonly string[] | undefined;
  /** Of a process: a shell's command line, or a program and its arguments. */
  readonly command?: string | readonly string[] | undefined;
  /** Directory that it runs in, absolute or relative to the session's; the session's when absent. */
  readonly cwd?: string | undefined;
  /** True when a read gives only a part of a file: reading a part of an instruction file is not having seen it. */
  readonly partial?: boolean | undefined;
}

/** A file whose instructions go to the model with a call. */
export interface AttachedFile
  extends Pick<InstructionFile, "path" | "bytes" | "loadedBytes" | "tokens" | "sha256"> {
  /** How far the file reaches. */
  readonly scope: InstructionScope;
  /** Which candidate name it has. */
  readonly kind: InstructionKind;
  /** Whether the text holds it whole. */
  readonly status: "loaded" | "truncated";
  /** What the call's text holds of the file, byte for byte. */
  readonly content: string;
}

/** A file that the model was given and that no longer applies. */
export interface RetractedFile {
  /** Relative to the workspace root, a global file's to the config home. */
  readonly path: string;
  /** Why it no longer applies. */
  readonly reason: "deleted" | "replaced" | "emptied" | "refused";
}

/** What to do with one call. */
export interface ToolCallOutcome {
  /** Of the call. */
  readonly id: string;
  /** `run` it, or `return` it to the model without running it. */
  readonly action: "run" | "return";
  /** For the model: to be added to the call's result, or to be the result of a returned call. Empty when there is nothing to say. */
  readonly text: string;
  /** The files in the text, in its order. */
  readonly attached: readonly AttachedFile[];
  /** The files that the text withdraws. */
  readonly retracted: readonly RetractedFile[];
}

/** What to do with the calls of one step, in their order. */
export interface StepOutcome {
  /** One outcome per call. */
  readonly calls: readonly ToolCallOutcome[];
  /** Problems in instruction files that this tracker has not reported before. */
  readonly diagnostics: readonly InstructionDiagnostic[];
}

/** One file that the model has been given. */
export interface SeenFile {
  /** Where `path` begins: at the config home or at the workspace root. */
  readonly scope: "global" | "workspace";
  /** Relative to the workspace root, or to the config home. */
  readonly path: string;
  /** Names the real file, so that a second name of it is known. */
  readonly identity: string;
  /** Of the decoded text; `null` when the model was told that the file no longer applies. */
  readonly sha256: string | null;
}

/** What a tracker knows, to be stored with its session. */
export interface InstructionTrackerState {
  /** Version of this shape. */
  readonly schemaVersion: 1;
  /** Files of the text that the session started with. */
  readonly eager: readonly SeenFile[];
  /** Files that came later, or that the model read itself. */
  readonly attached: readonly SeenFile[];
}

/** What a tracker starts from. */
export interface TrackerSeeds {
  /** The instructions that the session starts with: their files count as seen. */
  readonly eager?: ResolvedInstructions | undefined;
  /** What `saveState` gave for this session before, as parsed from JSON. */
  readonly state?: InstructionTrackerState | undefined;
}

/** Input of `createInstructionTracker`. */
export interface CreateInstructionTrackerOptions extends ResolveInstructionsOptions, TrackerSeeds {}

/** What a tracker may forget. */
export interface ForgetOptions {
  /** Only these files, by their path relative to the workspace root; all when absent. */
  readonly paths?: readonly string[] | undefined;
  /** The instructions as they were rendered again, in place of those the session started with. */
  readonly eager?: ResolvedInstructions | undefined;
}

/** Follows one agent session: which instruction files the model has seen. */
export interface InstructionTracker {
  /**
   * Tells of the calls of one step before they run, and says what to do with each.
   * Steps are taken one after another in the order in which they were told.
   *
   * @throws AgentsMdError `invalid_argument` when the calls are not a list of tool calls
   */
  readonly step: (calls: readonly ToolCall[]) => Promise<StepOutcome>;
  /**
   * Makes files that were attached count as not seen, so that they are attached again.
   *
   * @throws AgentsMdError `invalid_option`
   */
  readonly forget: (options?: ForgetOptions) => void;
  /** A value for JSON that {@link TrackerSeeds.state} takes. */
  readonly saveState: () => InstructionTrackerState;
}

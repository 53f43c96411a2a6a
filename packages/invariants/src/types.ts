/** `on` renders the block, `shadow` only counts what it would hold, `off` does nothing. */
export type InvariantsMode = "on" | "shadow" | "off";

/** What an item of the block is. */
export type InvariantKind = "instruction" | "goal" | "plan" | "criterion" | "grant";

/** A message that the summariser is given, in the only detail that matters here. */
export interface SourceMessage {
  /** The role in the history; only `user` can be a source. */
  readonly role: string;
  /** The text as the user wrote it. */
  readonly text: string;
  /**
   * Whether a person typed this message into the conversation. `false` for a tool result, a
   * checkpoint, an attached instruction file, a reminder or an earlier invariants block, even
   * where the history gives those the role `user`.
   */
  readonly ordinary: boolean;
}

/** The value that lives with the session under `contextInvariants`; plain JSON. */
export interface StoredInvariants {
  /** The version of this shape. */
  readonly version: 1;
  /** The user's quotes, oldest first: at most 20 of at most 500 UTF-16 units, none blank. */
  readonly instructions: readonly string[];
}

/** Why a quote was not kept. */
export type RefusalReason = "empty" | "too_long" | "duplicate" | "not_verbatim" | "full";

/** A quote that was not kept. */
export interface Refusal {
  /** The quote as the summariser gave it. */
  readonly quote: string;
  /** Why it was not kept. */
  readonly reason: RefusalReason;
}

/** What an {@link InvariantDiagnostic} is about; the message says what to do. */
export type InvariantDiagnosticCode = "stored.invalid" | "source.invalid";

/** A problem in a value of the session, as data; the request goes on without it. */
export interface InvariantDiagnostic {
  /** Stable; branch on this and not on the message. */
  readonly code: InvariantDiagnosticCode;
  /** Never an error: nothing here stops a request. */
  readonly severity: "warning";
  /** Where, as a property path from the value that was given, such as `grants.effects[1]`. */
  readonly path: string;
  /** Always `null`, as `column`: a value has no lines. */
  readonly line: null;
  readonly column: null;
  /** What is wrong and how to mend it; never a text of the session itself. */
  readonly message: string;
}

/** The outcome of reading a stored value. */
export interface StoredReading {
  /** The value to go on with; without instructions where the given one was missing or ignored. */
  readonly stored: StoredInvariants;
  /** Why the given value was ignored; empty when it is sound or missing. */
  readonly diagnostics: readonly InvariantDiagnostic[];
}

/** The outcome of judging a summariser's quotes. */
export interface AcceptedQuotes {
  /** The value to store under `contextInvariants`. */
  readonly stored: StoredInvariants;
  /** The quotes that are new in it, in order; when empty there is nothing to write. */
  readonly added: readonly string[];
  /** Each quote that was not kept, in the order given. */
  readonly refusals: readonly Refusal[];
  /** Why the value stored before was ignored; empty when it was sound or missing. */
  readonly diagnostics: readonly InvariantDiagnostic[];
}

/** The session's goal. */
export interface GoalSource {
  /** The objective as the user set it. */
  readonly objective: string;
  /** Rendered while `active`, `paused`, `blocked` or `budget_limited`; any other is over. */
  readonly status: string;
}

/** The session's plan. */
export interface PlanSource {
  /** The title. */
  readonly title: string;
  /** The revision that the user approved: a whole number from 0. */
  readonly revision: number;
  /** The hash of that revision in hexadecimal, at least 8 digits. */
  readonly hash: string;
  /** Rendered while `approved` or `implementing`. */
  readonly status: string;
}

/** One acceptance criterion. */
export interface CriterionSource {
  /** The text. */
  readonly text: string;
  /** Whether it is required or optional. */
  readonly required: boolean;
  /** `false` leaves it out; `true` by default. */
  readonly applicable?: boolean | undefined;
}

/** What the user allowed for this session in this process. */
export interface GrantSources {
  /**
   * Names of approved effects, such as `write`; rendered as `effect:write`. A name is made of
   * ASCII words joined by dots or colons; any other, and that of a script, is left out and
   * reported, since a path, a script or an argument must never get into a block.
   */
  readonly effects?: readonly string[] | undefined;
  /** Names of session capability grants, such as `analysis.run`; the same kind of name. */
  readonly capabilities?: readonly string[] | undefined;
  /** How many directories outside the workspace are approved; 0 by default. */
  readonly externalDirectories?: number | undefined;
}

/** Everything that a block is made from. */
export interface InvariantSources {
  /** The value stored under `contextInvariants`, as it is: it is checked and never trusted. */
  readonly stored?: unknown;
  /** The current goal. */
  readonly goal?: GoalSource | undefined;
  /** The current plan. */
  readonly plan?: PlanSource | undefined;
  /** The acceptance criteria, most important first; the order is kept. */
  readonly criteria?: readonly CriterionSource[] | undefined;
  /** The grants. */
  readonly grants?: GrantSources | undefined;
}

/** How a block is made. */
export interface InvariantsSettings {
  /** `on` by default: whoever asks for a block wants one. A host's own switch decides here. */
  readonly mode?: InvariantsMode | undefined;
  /** The block's largest size in UTF-16 units, 1000 to 20000; 4000 by default. */
  readonly maxChars?: number | undefined;
  /** Who the block says maintains it; `Alisio` by default. One line of at most 64 characters. */
  readonly maintainer?: string | undefined;
  /**
   * The setting that the omission line names, so that a reader knows what to raise;
   * `context.invariants.maxChars` by default. One line of at most 64 characters.
   */
  readonly settingName?: string | undefined;
}

/** How many items of each kind the block holds. */
export type InvariantCounts = Readonly<Record<InvariantKind, number>>;

/** The outcome of rendering. */
export interface RenderedInvariants {
  /** The text of the extra `user` message, or `undefined` when nothing is to be sent. */
  readonly text: string | undefined;
  /** The items in the block by kind (in `shadow`, those that it would hold). */
  readonly counts: InvariantCounts;
  /** The sum of `counts`. */
  readonly total: number;
  /** How many items did not fit. */
  readonly omitted: number;
  /** What was wrong in the sources; the items concerned are neither counted nor omitted. */
  readonly diagnostics: readonly InvariantDiagnostic[];
}

/** What is in force after all layers; relative paths are already absolute. */
export interface Config {
  readonly provider: {
    readonly type: "openai-compatible" | "anthropic" | "scripted";
    readonly baseURL: string;
    readonly apiKeyEnv: string;
    readonly model: string;
    /** Tokens; null where unknown. */
    readonly contextWindow: number | null;
    /** Tokens; null leaves it to the provider. */
    readonly maxOutputTokens: number | null;
  };
  readonly context: {
    readonly claudeMdFallback: boolean;
    readonly maxBytes: number;
    readonly governor: "off" | "shadow" | "on";
    /** Unset follows the current version. */
    readonly policyVersion?: number;
    readonly elide: { readonly minAgeTurns: number; readonly epochMessages: number };
    readonly invariants: { readonly maxChars: number };
  };
  readonly compaction: {
    readonly auto: boolean;
    readonly threshold: number;
    /** Turns of the user. */
    readonly keepTurns: number;
  };
  readonly skills: readonly string[];
  readonly skillOverrides: Readonly<Record<string, SkillOverride>>;
  readonly catalog: {
    readonly maxCharacters: number | null;
    readonly maxEntries: number | null;
    readonly pinned: readonly string[];
  };
  readonly plugins: readonly string[];
}

type SkillOverride = "on" | "off" | "name-only" | "manual";

/** The layer below all files. */
export const DEFAULT_CONFIG: Config = {
  provider: {
    type: "openai-compatible",
    baseURL: "https://api.openai.com/v1",
    apiKeyEnv: "OPENAI_API_KEY",
    model: "",
    contextWindow: null,
    maxOutputTokens: null,
  },
  context: {
    claudeMdFallback: false,
    maxBytes: 32_768,
    governor: "off",
    elide: { minAgeTurns: 2, epochMessages: 32 },
    invariants: { maxChars: 4000 },
  },
  compaction: { auto: true, threshold: 0.85, keepTurns: 2 },
  skills: [],
  skillOverrides: {},
  catalog: { maxCharacters: null, maxEntries: null, pinned: [] },
  plugins: [],
};

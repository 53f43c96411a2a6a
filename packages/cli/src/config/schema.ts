import { z } from "zod";

const whole = (from: number, to: number) => {
  const range = { error: `a whole number from ${from} to ${to}` };
  return z.int(range).min(from, range).max(to, range);
};
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `one of ${values.map((value) => JSON.stringify(value)).join(", ")}` });
const flag = () => z.boolean({ error: "true or false" });
const text = (what: string) => z.string({ error: what });
const names = (what: string) => {
  const range = { error: `a list of ${what}` };
  // No NUL: no file system has it in a name.
  return z.array(z.string(range).regex(/^[^\0]+$/, range), range);
};
const section = <T extends z.core.$ZodLooseShape>(shape: T) =>
  z.strictObject(shape, { error: undefined }).partial();

const BIGGEST_WINDOW_TOKENS = 100_000_000;
const BIGGEST_CATALOG_CHARACTERS = 10_000_000;
const fraction = { error: "a number over 0, at most 1" };
const variable = { error: "the name of an environment variable" };
const url = { error: "a URL that begins with http:// or https://" };

/** One configuration file as it is written: every key is optional, an unknown one is an error. */
export const configFileSchema = section({
  $schema: text("a text"),
  schemaVersion: z.literal(1, { error: "1" }),
  provider: section({
    type: oneOf(["openai-compatible", "anthropic", "scripted"]),
    baseURL: z.string(url).regex(/^https?:\/\/[^\s]+$/, url),
    apiKeyEnv: z.string(variable).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, variable),
    model: text("the name of a model, or an empty text"),
    contextWindow: whole(1, BIGGEST_WINDOW_TOKENS).nullable(),
    maxOutputTokens: whole(1, BIGGEST_WINDOW_TOKENS).nullable(),
  }),
  context: section({
    claudeMdFallback: flag(),
    maxBytes: whole(1024, 1_048_576),
    governor: oneOf(["off", "shadow", "on"]),
    policyVersion: whole(1, 1),
    elide: section({ minAgeTurns: whole(1, 20), epochMessages: whole(0, 1000) }),
    invariants: section({ maxChars: whole(1000, 20_000) }),
  }),
  compaction: section({
    auto: flag(),
    threshold: z.number(fraction).gt(0, fraction).max(1, fraction),
    keepTurns: whole(0, 1000),
  }),
  skills: names("paths"),
  skillOverrides: z.record(z.string(), oneOf(["on", "off", "name-only", "manual"])),
  catalog: section({
    maxCharacters: whole(1, BIGGEST_CATALOG_CHARACTERS).nullable(),
    maxEntries: whole(0, 1_000_000).nullable(),
    pinned: names("skill names"),
  }),
  plugins: names("paths"),
});

/** One configuration file as it is written. */
export type ConfigFile = z.infer<typeof configFileSchema>;

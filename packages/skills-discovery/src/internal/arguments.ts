import { SkillsDiscoveryError } from "../errors.ts";

/** Something for each option: a name that is missing or too much does not compile. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: true | string };

/**
 * The options, each read once; one that is `undefined` counts as not given.
 *
 * @throws SkillsDiscoveryError `invalid_argument` for what is no object or can't be read,
 * `invalid_option` for an option that does not exist
 */
export function takeOptions<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
): Options {
  const known = Object.keys(names);
  const given = readFields(options, known);
  if (given === undefined)
    throw wrongArgument("options", options, "an object whose fields can be read");
  const taken: Record<string, unknown> = {};
  for (const [name, value] of given) {
    if (value === undefined) continue;
    if (!Object.hasOwn(names, name)) {
      throw new SkillsDiscoveryError(
        "invalid_option",
        `There is no option ${shown(name)}; known are ${known.join(", ")}.`,
      );
    }
    taken[name] = value;
  }
  return taken as Options;
}

function readFields(
  value: unknown,
  known: readonly string[],
): ReadonlyMap<string, unknown> | undefined {
  try {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const fields = value as Readonly<Record<string, unknown>>;
    // Known ones may be inherited; only its own can be said to be misspelt.
    return new Map([...known, ...Object.keys(fields)].map((name) => [name, fields[name]]));
  } catch {
    return undefined;
  }
}

/**
 * Checks an argument. A getter or a proxy that throws makes it a wrong one.
 *
 * @throws SkillsDiscoveryError `invalid_argument`
 */
export function demandArgument(
  isSound: () => boolean,
  name: string,
  value: unknown,
  wanted: string,
): void {
  try {
    if (isSound()) return;
  } catch {
    // Said below, as for any other value that can't be used.
  }
  throw wrongArgument(name, value, wanted);
}

function wrongArgument(name: string, value: unknown, wanted: string): SkillsDiscoveryError {
  return new SkillsDiscoveryError(
    "invalid_argument",
    `${name} is ${shown(value)}; it must be ${wanted}.`,
  );
}

/** A value for a message: texts on one line, without what moves or hides text, and cut. */
export function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function") return "a function";
  if (typeof value !== "string") return String(value);
  const text = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

import { ContextReportError as PackageError } from "../errors.ts";
import { describe as shown } from "./demand.ts";

/** Something for each option: a name that is missing or too much does not compile. */
export type OptionNames<Options> = { readonly [Name in keyof Options]-?: true | string };

/**
 * The options, each read once; one that is `undefined` counts as not given.
 *
 * @throws `invalid_argument` for what is no object or can't be read, `invalid_option` for an option
 * that does not exist
 */
export function takeOptions<Options extends object>(
  options: Options,
  names: OptionNames<Options>,
  what: string = "options",
): Options {
  const known = Object.keys(names);
  const fields = attempt(() => {
    if (typeof options !== "object" || options === null || Array.isArray(options)) return undefined;
    // Known ones may be inherited; only its own can be said to be misspelt.
    const all = new Set([...known, ...Object.keys(options)]);
    return [...all].map((name) => [name, options[name as keyof Options]] as const);
  });
  if (!fields) throw wrongArgument(what, options, "an object whose fields can be read");
  const given = fields.filter(([, value]) => value !== undefined);
  const unknown = given.find(([name]) => !Object.hasOwn(names, name));
  if (!unknown) return Object.fromEntries(given) as Options;
  const message = `There is no option ${shown(unknown[0])}; known are ${known.join(", ")}.`;
  throw new PackageError("invalid_option", message, { field: unknown[0] });
}

/** @throws `invalid_argument` for an argument that isn't sound, or whose getter or proxy throws */
export function demandArgument(
  isSound: () => boolean,
  name: string,
  value: unknown,
  wanted: string,
): void {
  if (!attempt(isSound)) throw wrongArgument(name, value, wanted);
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function wrongArgument(name: string, value: unknown, wanted: string): PackageError {
  const message = `${name} is ${shown(value)}; it must be ${wanted}.`;
  return new PackageError("invalid_argument", message, { field: name });
}

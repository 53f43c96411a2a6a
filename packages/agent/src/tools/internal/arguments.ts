import { refuse, shown } from "./outcome.ts";

/** What a tool takes, by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

interface ParameterBase {
  readonly description: string;
  readonly required?: true;
}

/** One argument of a tool. */
type Parameter =
  | (ParameterBase & { readonly type: "string"; readonly isEmptyAllowed?: true })
  | (ParameterBase & { readonly type: "boolean" })
  | (ParameterBase & { readonly type: "strings" })
  | (ParameterBase & {
      readonly type: "integer";
      readonly minimum: number;
      readonly maximum: number;
    });

interface Values {
  readonly string: string;
  readonly boolean: boolean;
  readonly strings: readonly string[];
  readonly integer: number;
}

/** The checked arguments: what is not required may be absent. */
export type ArgumentsOf<P extends Parameters> = {
  readonly [K in keyof P]:
    | Values[P[K]["type"]]
    | (P[K] extends { readonly required: true } ? never : undefined);
};

/** The JSON Schema that a model is told. */
export function schemaOf(parameters: Parameters): Readonly<Record<string, unknown>> {
  const entries = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, parameter]) => [name, property(parameter)])),
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  };
}

function property(parameter: Parameter): Readonly<Record<string, unknown>> {
  const { type, description } = parameter;
  if (type === "strings") return { type: "array", items: { type: "string" }, description };
  if (type !== "integer") return { type, description };
  const { minimum, maximum } = parameter;
  return { type, description, minimum, ...(isUnlimited(maximum) ? {} : { maximum }) };
}

function isUnlimited(maximum: number): boolean {
  return maximum === Number.MAX_SAFE_INTEGER;
}

/** The arguments of a call, checked; `null` for one that isn't required counts as not given. */
export function checkArguments<P extends Parameters>(parameters: P, args: unknown): ArgumentsOf<P> {
  if (typeof args !== "object" || args === null || Array.isArray(args)) {
    refuse(`The arguments have to be a JSON object with ${namesOf(parameters)}.`);
  }
  const given = args as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(parameters, name)) {
      refuse(`There is no argument ${shown(name)}; the arguments are ${namesOf(parameters)}.`);
    }
  }
  const checked: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
    if (value !== undefined) checked[name] = checkValue(name, parameter, value);
    else if (parameter.required)
      refuse(`The argument ${name} is missing: ${parameter.description}`);
  }
  return checked as ArgumentsOf<P>;
}

function namesOf(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, { required }]) => (required ? name : `${name} (optional)`))
    .join(", ");
}

function checkValue(name: string, parameter: Parameter, value: unknown): unknown {
  switch (parameter.type) {
    case "string":
      if (typeof value !== "string") refuse(`The argument ${name} has to be a string.`);
      if (value === "" && !parameter.isEmptyAllowed) refuse(`The argument ${name} is empty.`);
      return value;
    case "boolean":
      return typeof value === "boolean" ? value : refuse(`${name} has to be true or false.`);
    case "strings":
      return isStrings(value) ? value : refuse(`${name} has to be an array of strings.`);
    case "integer": {
      const { minimum, maximum } = parameter;
      const isGood =
        Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
      const range = isUnlimited(maximum) ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
      return isGood ? value : refuse(`${name} has to be a whole number ${range}.`);
    }
  }
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** One argument as a string, whatever the rest is. */
export function stringOf(args: unknown, name: string): string | undefined {
  const value = argumentOf(args, name);
  return typeof value === "string" ? value : undefined;
}

/** One argument, whatever the rest is; `null` counts as not given. */
export function argumentOf(args: unknown, name: string): unknown {
  if (typeof args !== "object" || args === null || !Object.hasOwn(args, name)) return undefined;
  return (args as Readonly<Record<string, unknown>>)[name] ?? undefined;
}

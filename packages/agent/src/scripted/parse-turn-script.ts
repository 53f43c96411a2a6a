import { demandArgument } from "../internal/arguments.ts";
import { findJsonError } from "./find-json-error.ts";
import { parseTemplate } from "./placeholder.ts";
import { turnScriptSchema } from "./script-schema.ts";
import type { ScriptProblem, TurnScript } from "./types-script.ts";

/** More than this many nested values are no script; it keeps the checks from running out of stack. */
const MAX_DEPTH = 200;

/**
 * Checks a script's text. With problems there is no script.
 *
 * @example
 * ```ts
 * const { script, problems } = parseTurnScript(await readFile("story.json", "utf8"));
 * if (script === undefined) console.error(problems[0]?.message);
 * ```
 *
 * @throws AgentError `invalid_argument`
 */
export function parseTurnScript(text: string): {
  readonly script: TurnScript | undefined;
  readonly problems: readonly ScriptProblem[];
} {
  demandArgument(() => typeof text === "string", "text", text, "the text of a script");
  const source = text.startsWith("\ufeff") ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { script: undefined, problems: [syntaxProblem(source)] };
  }
  const problems: ScriptProblem[] = [];
  if (!checkTexts(value, "", 0, problems)) {
    const message = `the script is nested deeper than ${MAX_DEPTH} levels`;
    return { script: undefined, problems: [{ code: "script.invalid", key: "", message }] };
  }
  const result = turnScriptSchema.safeParse(value);
  if (!result.success) {
    for (const issue of result.error.issues) {
      const key = keyOf(issue.path);
      const message = `${key === "" ? "the script" : key}: ${issue.message}`;
      problems.push({ code: "script.invalid", key, message });
    }
  }
  const script = result.success && problems.length === 0 ? result.data : undefined;
  return { script, problems };
}

function syntaxProblem(text: string): ScriptProblem {
  const message = "the script is not JSON; check the quotes and commas here";
  const before = text.slice(0, findJsonError(text));
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  return { code: "script.syntax", line, column, key: "", message };
}

/** Looks at every placeholder; false where the value is too deep to be looked at. */
function checkTexts(
  value: unknown,
  key: string,
  depth: number,
  problems: ScriptProblem[],
): boolean {
  if (depth > MAX_DEPTH) return false;
  if (typeof value === "string") {
    const template = /^turns|^tasks|^summaries/.test(key) ? parseTemplate(value) : undefined;
    if (template && "problem" in template) {
      problems.push({ code: "script.placeholder", key, message: `${key}: ${template.problem}` });
    }
    return true;
  }
  if (typeof value !== "object" || value === null) return true;
  const isList = Array.isArray(value);
  return Object.entries(value).every(([name, each]) => {
    const inner = isList ? `${key}[${name}]` : key === "" ? name : `${key}.${name}`;
    return checkTexts(each, inner, depth + 1, problems);
  });
}

function keyOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (key, part) =>
      typeof part === "number"
        ? `${key}[${part}]`
        : key === ""
          ? String(part)
          : `${key}.${String(part)}`,
    "",
  );
}

import { parseObject } from "../../internal/parse-object.ts";
import { isPlaceholder } from "./failure.ts";
import type { ShellOutput } from "./shell/observe-shell.ts";
import { between, lastLine } from "./text.ts";

/**
 * What a Gemini function response says: histories hold its `output` as text, or the response as
 * JSON. `undefined` for an error, and for an output that the agent has masked since.
 */
export function geminiText(text: string): string | undefined {
  const output = outputOf(text);
  return output === undefined || isPlaceholder(output) ? undefined : output;
}

function outputOf(text: string): string | undefined {
  const json = parseObject(text);
  if (!json) return text;
  const { output, error, ...others } = json;
  if (Object.keys(others).length > 0) return text;
  if (typeof output === "string" && error === undefined) return output;
  return error === undefined ? text : undefined;
}

const CONTEXT_START = "<untrusted_context>\n";
const CONTEXT_END = "\n</untrusted_context>";
const OUTPUT = "Output: ";
/** Older versions repeat the command and list every field. */
const OLD_START = "Command: ";
const CUT_NOTE = "Output too large.";
const CUT = /\.\.\. \[[\d,]{1,15} characters omitted\] \.\.\./;

/** Fields after the output, and what they say when all went well. */
const FIELDS: readonly { readonly name: string; readonly fine: readonly string[] | undefined }[] = [
  { name: "Process Group PGID: ", fine: undefined },
  { name: "Background PIDs: ", fine: ["(none)"] },
  { name: "Signal: ", fine: ["0", "(none)", "null"] },
  { name: "Exit Code: ", fine: ["0"] },
  { name: "Error: ", fine: ["(none)"] },
];

/**
 * The output of a Gemini shell command that ended well; `undefined` for one that failed, was
 * cancelled or runs in the background.
 */
export function geminiShellOutput(text: string): ShellOutput | undefined {
  const content = between(text, CONTEXT_START, CONTEXT_END) ?? text;
  const isOld = content.startsWith(OLD_START);
  const from = isOld ? content.indexOf(`\n${OUTPUT}`) + 1 : 0;
  if (!content.startsWith(OUTPUT, from)) return undefined;
  let rest = content.slice(from + OUTPUT.length);
  const seen = new Set<string>();
  for (const { name, fine } of FIELDS) {
    const { before, line } = lastLine(rest);
    if (!line.startsWith(name)) continue;
    if (fine && !fine.includes(line.slice(name.length))) return undefined;
    seen.add(name);
    rest = before;
  }
  // What is left there of an error with several lines would count as output.
  if (isOld && !seen.has("Error: ")) return undefined;
  return { text: rest, isCut: text.startsWith(CUT_NOTE) || CUT.test(content) };
}

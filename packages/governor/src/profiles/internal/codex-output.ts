import { isRecord } from "../../internal/is-record.ts";
import { parseObject } from "../../internal/parse-object.ts";
import type { ShellOutput } from "./shell/observe-shell.ts";
import { numberAt } from "./text.ts";

/** What may stand before the output. It changes from run to run. */
const HEADER: readonly string[] = [
  "Chunk ID: ",
  "Wall time: ",
  "Original token count: ",
  "Total output lines: ",
  "Process exited with code ",
  "Exit code: ",
];
const EXIT_CODES: readonly string[] = ["Process exited with code ", "Exit code: "];
const BODY = "Output:";
const MOST_HEADER_LINES = 12;

/** What is left in place of what was left out. */
const CUT =
  /…\d{1,12} (?:tokens|chars|characters|bytes|lines) truncated…|\[\.\.\. (?:omitted|removed|output truncated) |^\[Output truncated/m;
const CUT_WARNINGS: readonly string[] = ["Warning: truncated output", "Total output lines: "];

/**
 * The output of a Codex command that ended with exit code 0: in all three of its forms (a header
 * down to `Output:`, with the exit code as `Process exited with code` or as `Exit code`, and JSON
 * with `metadata`). `undefined` for a command that failed or still runs, and for what has no form.
 */
export function codexOutput(text: string): ShellOutput | undefined {
  const json = parseObject(text);
  if (json) return jsonOutput(json);
  let at = 0;
  let exitCode: number | undefined;
  let isCut = false;
  for (let count = 0; count < MOST_HEADER_LINES; count++) {
    const end = text.indexOf("\n", at);
    const line = end === -1 ? text.slice(at) : text.slice(at, end);
    if (line === BODY) {
      const body = end === -1 ? "" : text.slice(end + 1);
      return exitCode === 0 ? { text: body, isCut: isCut || isCutShort(body) } : undefined;
    }
    if (end === -1 || !HEADER.some((start) => line.startsWith(start))) return undefined;
    const exit = EXIT_CODES.find((start) => line.startsWith(start));
    if (exit !== undefined) exitCode = numberAt(line, exit.length);
    isCut ||= CUT_WARNINGS.some((start) => line.startsWith(start));
    at = end + 1;
  }
  return undefined;
}

function jsonOutput(json: Readonly<Record<string, unknown>>): ShellOutput | undefined {
  const { output, metadata } = json;
  if (typeof output !== "string" || !isRecord(metadata) || metadata["exit_code"] !== 0)
    return undefined;
  return { text: output, isCut: isCutShort(output) };
}

function isCutShort(body: string): boolean {
  return CUT_WARNINGS.some((start) => body.startsWith(start)) || CUT.test(body);
}

import { isObject, numberAt, objectAt } from "../../internal/json.ts";

/** How far into an output its header may reach, in UTF-16 units. */
const HEADER_LENGTH = 500;

/**
 * Whether the text of an output says that its command failed. Codex records success in the text
 * only: `Process exited with code N` or `Exit code: N` above `Output:`, in old versions
 * `metadata.exit_code` of a JSON text.
 */
export function saysFailure(output: string): boolean {
  if (output.startsWith("{")) return jsonSaysFailure(output);
  for (const line of output.slice(0, HEADER_LENGTH).split("\n")) {
    if (line.startsWith("Output:")) return false;
    const code = exitCode(line, "Process exited with code ") ?? exitCode(line, "Exit code: ");
    if (code !== undefined) return code !== 0;
  }
  return false;
}

function exitCode(line: string, label: string): number | undefined {
  if (!line.startsWith(label)) return undefined;
  const digits = line.slice(label.length).trimEnd();
  return /^-?\d{1,10}$/.test(digits) ? Number(digits) : undefined;
}

function jsonSaysFailure(output: string): boolean {
  if (!output.includes('"exit_code"')) return false;
  try {
    const value: unknown = JSON.parse(output);
    const metadata = isObject(value) ? objectAt(value, "metadata") : undefined;
    const code = metadata === undefined ? undefined : numberAt(metadata, "exit_code");
    return code !== undefined && code !== 0;
  } catch {
    return false;
  }
}

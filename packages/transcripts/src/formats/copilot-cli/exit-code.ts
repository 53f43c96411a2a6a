import { type JsonObject, numberAt, objectAt } from "../../internal/json.ts";

/**
 * The exit code of a command. The agent calls a command that ran a success, whatever the command
 * said: the code stands on the last line of the text, `<shellId: 3 completed with exit code 1>`,
 * and in the tool's figures.
 */
export function exitCodeOf(text: string, data: JsonObject): number | undefined {
  const telemetry = objectAt(data, "toolTelemetry");
  const metrics = telemetry && objectAt(telemetry, "metrics");
  return (metrics && numberAt(metrics, "exit_code")) ?? exitCodeInText(text);
}

function exitCodeInText(text: string): number | undefined {
  const end = text.trimEnd();
  const line = end.slice(end.lastIndexOf("\n") + 1);
  if (line.length > 200 || !line.startsWith("<") || !line.endsWith(">")) return undefined;
  const match = /exit code (-?\d{1,10})>$/.exec(line);
  return match ? Number(match[1]) : undefined;
}

import { escapePath } from "../escape-path.ts";

/** The system's error in words that are safe to print: no path of the machine stands in them. */
export function describeSystemError(error: unknown): string {
  const code = readText(error, "code");
  const message = readText(error, "message");
  if (code === "") return escapePath(message.slice(0, 200)) || "unknown error";
  const detail = message.startsWith(`${code}: `)
    ? message.slice(code.length + 2).split(",")[0]
    : "";
  return escapePath(detail ? `${code}, ${detail}` : code);
}

function readText(error: unknown, key: "code" | "message"): string {
  if (typeof error !== "object" || error === null) return "";
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : "";
}

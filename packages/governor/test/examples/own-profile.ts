import type { ToolCall, ToolProfile } from "@alisio/governor";

/** The file that a call is about, if it is one of this agent's tools. */
function fileOf({ name, args }: ToolCall): string | undefined {
  if (name !== "view" && name !== "patch") return undefined;
  const { file } = (args ?? {}) as { readonly file?: unknown };
  return typeof file === "string" ? file : undefined;
}

const observe: ToolProfile = (call, { text }) => {
  const path = fileOf(call);
  if (path === undefined) return [];
  if (call.name === "patch") return [{ kind: "change", path }];
  if (text === null || text === "File unchanged since last view.") return [];
  const { from, lines } = call.args as { readonly from?: number; readonly lines?: number };
  const read = { kind: "read", path, startLine: from, limit: lines, compareText: text } as const;
  const isWhole = from === undefined && lines === undefined;
  return [isWhole ? read : { ...read, rangeKey: `${from}+${lines}` }];
};

export const profile: ToolProfile = Object.assign(observe, { subjectOf: fileOf });

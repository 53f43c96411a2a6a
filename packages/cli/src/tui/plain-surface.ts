import { eventLines, type LineStyle } from "./event-lines.ts";
import { prose } from "./text.ts";
import type { Surface } from "./types.ts";

/** What a surface of plain lines is made from. */
export interface PlainSurfaceOptions
  extends Pick<Surface, "approve" | "choose" | "exit" | "columns"> {
  readonly write: (text: string) => void;
  readonly look: () => LineStyle;
}

/** Text as it comes, events as lines, nothing that is drawn over. */
export function createPlainSurface(options: PlainSurfaceOptions): Surface {
  const { write, look } = options;
  const previews = new Map<string, string>();
  let isMidLine = false;
  let hasStreamed = false;
  let held = "";
  const stream = (piece: string): void => {
    const text = held + piece;
    const last = text.charCodeAt(text.length - 1);
    const isHalf = last === 0x0d || (last >= 0xd800 && last <= 0xdbff);
    held = isHalf ? text.slice(-1) : "";
    const safe = prose(isHalf ? text.slice(0, -1) : text);
    if (safe === "") return;
    write(safe);
    isMidLine = !safe.endsWith("\n");
  };
  const endLine = (): void => {
    if (held !== "") write(prose(held));
    isMidLine ||= held !== "";
    held = "";
    if (isMidLine) write("\n");
    isMidLine = false;
  };
  const print = (lines: readonly string[]): void => {
    endLine();
    if (lines.length > 0) write(`${lines.join("\n")}\n`);
  };
  return {
    columns: options.columns,
    print,
    approve: options.approve,
    choose: options.choose,
    exit: options.exit,
    onPhase: (phase) => {
      if (phase === "interrupting") print(["interrupting ..."]);
      if (phase === "compacting") print(["compacting ..."]);
    },
    onEvent: ({ event, run }) => {
      if (event.type === "text.delta") {
        if (run !== undefined) return;
        hasStreamed = true;
        return stream(event.text);
      }
      if (event.type === "assistant.message" && run === undefined) {
        if (!hasStreamed && event.text !== "") stream(event.text);
        hasStreamed = false;
        endLine();
      }
      if (event.type === "approval.requested") previews.set(event.callId, event.preview);
      if (event.type === "tool.started") {
        previews.set(event.callId, event.preview);
        print([`${look().marks.running} ${prose(event.tool)} ${prose(event.preview)}`.trimEnd()]);
      }
      const lines = eventLines(
        event,
        look(),
        "callId" in event ? previews.get(event.callId) : undefined,
      );
      if (event.type === "tool.finished") previews.delete(event.callId);
      if (lines.length > 0) print(lines);
    },
  };
}

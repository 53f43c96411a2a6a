import type { AgentRunner } from "@alisio/agent";
import type { LineStyle } from "./event-lines.ts";
import { columnsOf, cutEnd, inline, shortCount } from "./text.ts";

const BAR_COLUMNS = 12;

/** The context bar: the whole history, without the invariants block. At most so many columns. */
export function contextBar(runner: AgentRunner, look: LineStyle): string {
  const { tokens, window, compactAt, messages, compactions } = runner.context();
  const { marks, columns, style } = look;
  const history = `${messages} ${messages === 1 ? "message" : "messages"}`;
  const times = compactions > 0 ? `, compacted ${compactions}x` : "";
  if (window === null) {
    const line = `context ~${shortCount(tokens)} tokens`;
    return longest(
      [`${line}, window unknown, ${history}${times}`, `${line}, ${history}`, line],
      columns,
    );
  }
  const share = Math.min(1, tokens / window);
  const full = Math.round(share * BAR_COLUMNS);
  const bar = marks.barFull.repeat(full) + marks.barEmpty.repeat(BAR_COLUMNS - full);
  const percent = `${Math.round((tokens / window) * 100)}%`;
  const line = `context ${bar === "" ? "" : `${bar} `}~${shortCount(tokens)}/${shortCount(window)} (${percent})`;
  const until = compactAt === null ? "" : `, compacts at ${shortCount(compactAt)}`;
  const whole = longest(
    [
      `${line}, ${history}${times}${until}`,
      `${line}, ${history}${times}`,
      `${line}, ${history}`,
      line,
    ],
    columns,
  );
  if (compactAt !== null && tokens >= compactAt) return style.yellow(whole);
  return whole;
}

/** The first that has room: what is said least is left out before anything is cut. */
function longest(lines: readonly string[], columns: number): string {
  const fits = lines.find((line) => columnsOf(line) <= columns);
  return fits ?? cutEnd(lines.at(-1) ?? "", columns);
}

/** Model, governor and session: one line. */
export function settingsLine(
  { governance, sessionId }: AgentRunner,
  model: string,
  look: LineStyle,
): string {
  const { dot } = look.marks;
  const tail = ` ${dot} governor ${governance.settings.mode} ${dot} ${inline(sessionId).slice(0, 8)}`;
  return cutEnd(
    `${cutEnd(inline(model), Math.max(8, look.columns - columnsOf(tail)))}${tail}`,
    look.columns,
  );
}

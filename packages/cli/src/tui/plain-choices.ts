import type { Desk } from "./run-command.ts";
import { age } from "./sessions-panel.ts";
import { budgetLine, skillRows } from "./skill-rows.ts";
import { cutEnd, inline, wrap } from "./text.ts";

/** What plain lines show where the screen has something to choose from. */
export async function printChoices(desk: Desk, what: "skills" | "sessions"): Promise<void> {
  const { ports, driver, surface, look } = desk;
  const { columns } = look();
  if (what === "sessions") {
    const sessions = await ports.listSessions();
    return surface.print([
      ...sessions.map(({ id, title, modifiedAtMs }) =>
        cutEnd(
          `${inline(id)}  ${age(ports.now() - modifiedAtMs)}  ${inline(title ?? "(no prompt yet)")}`,
          columns,
        ),
      ),
      sessions.length === 0 ? "No session of this directory yet." : "/resume <session> opens one.",
    ]);
  }
  const report = await ports.skillsReport(driver.opened);
  const trust = driver.opened.context.trusted
    ? []
    : wrap("The project is not trusted: its skills are not read (--trust-project).", columns);
  surface.print([
    ...skillRows(report).map((row) =>
      cutEnd(
        `${row.status} ${row.displayName} (${row.scope}, ${row.source}; catalog ${row.catalogTokens === 0 ? "-" : `~${row.catalogTokens}`}, file ~${row.fileTokens})${row.note ? `: ${row.note}` : ""}`,
        columns,
      ),
    ),
    ...wrap(budgetLine(report), columns),
    ...trust,
    ...wrap("/skills <name> switches one on or off.", columns),
  ]);
}

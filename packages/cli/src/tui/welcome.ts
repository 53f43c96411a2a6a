import type { OpenedRunner } from "../agent/runner-flags.ts";
import type { LineStyle } from "./event-lines.ts";
import { inline, wrap } from "./text.ts";

/** What somebody should know before the first prompt. */
export function welcomeLines(opened: OpenedRunner, look: LineStyle): string[] {
  const { context, runner, model, notes } = opened;
  const { style, columns, marks } = look;
  const trust = context.trusted
    ? []
    : wrap(
        `${marks.note} This project is not trusted: its skills and its .alisio/config.json are not read. Start with --trust-project to trust it.`,
        columns,
      ).map(style.yellow);
  const { skills } = runner.skills.snapshot;
  const enabled = skills.filter(({ status }) => status === "enabled").length;
  return [
    style.bold(
      wrap(
        `alisio: ${inline(model)} in ${inline(context.showHome(context.workspaceRoot))}`,
        columns,
      ).join("\n"),
    ),
    ...wrap(
      `${enabled} ${enabled === 1 ? "skill" : "skills"} ${marks.dot} /help lists the commands`,
      columns,
    ).map(style.dim),
    ...trust,
    ...notes.flatMap((note) => wrap(`${marks.note} ${inline(note)}`, columns)).map(style.dim),
  ];
}

/** What is left to say when the interface has closed. */
export function farewell(sessionId: string): string {
  return `The session can go on:\n  alisio --resume ${inline(sessionId)}\n`;
}

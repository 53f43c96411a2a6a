import type { OpenedRunner } from "../agent/runner-flags.ts";
import type { LineStyle } from "./event-lines.ts";
import { inline, wrap } from "./text.ts";

/** What somebody should know before the first prompt. */
export function welcomeLines(opened: OpenedRunner, look: LineStyle): string[] {
  const { context, runner, model, notes, provider } = opened;
  const { style, columns, marks } = look;
  const trust = context.trusted
    ? []
    : wrap(
        `${marks.note} This project is not trusted: its skills and its .alisio/config.json are not read. Start with --trust-project to trust it.`,
        columns,
      ).map(style.yellow);
  const { skills } = runner.skills.snapshot;
  const enabled = skills.filter(({ status }) => status === "enabled").length;
  const { dot } = marks;
  const lines = [
    "A coding agent that shows what its context holds, and why.",
    `Write what it should do, Enter sends it ${dot} it asks before what you have not allowed`,
    `/help lists the commands ${dot} Esc interrupts ${dot} Ctrl+D leaves ${dot} ${enabled} ${enabled === 1 ? "skill" : "skills"}`,
    provider === "scripted"
      ? "It costs nothing: the model is a script, and there is no network."
      : "Each request goes to your provider, which may bill it; the bar below shows how large it is.",
  ];
  return [
    style.bold(
      wrap(
        `alisio: ${inline(model)} in ${inline(context.showHome(context.workspaceRoot))}`,
        columns,
      ).join("\n"),
    ),
    ...lines.flatMap((line) => wrap(line, columns)).map(style.dim),
    ...trust,
    ...notes.flatMap((note) => wrap(`${marks.note} ${inline(note)}`, columns)).map(style.dim),
  ];
}

/** What is left to say when the interface has closed. */
export function farewell(sessionId: string): string {
  return `The session can go on:\n  alisio --resume ${inline(sessionId)}\n`;
}

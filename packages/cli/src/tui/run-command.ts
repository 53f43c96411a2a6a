import type { GovernorMode } from "@alisio/governor";
import { sessionsNamed } from "../sessions.ts";
import { COMMANDS, findCommand, type ParsedCommand, parseCommand } from "./commands.ts";
import { type Driver, failure } from "./driver.ts";
import type { LineStyle } from "./event-lines.ts";
import { nearest } from "./nearest.ts";
import { setGoal, setPlan } from "./plan.ts";
import { recapLines } from "./recap.ts";
import { showHelp } from "./show-help.ts";
import { showStats } from "./show-stats.ts";
import { skillRows, UNTRUSTED_WRITE } from "./skill-rows.ts";
import { cutEnd, inline, wrap } from "./text.ts";
import type { Ports, Surface } from "./types.ts";

/** What a command works with. */
export interface Desk {
  readonly ports: Ports;
  readonly surface: Surface;
  readonly driver: Driver;
  readonly look: () => LineStyle;
}

/** A line that somebody sent: a command, or a prompt. What a command refuses, it says in a line. */
export async function submitLine(desk: Desk, line: string): Promise<void> {
  const { surface, driver } = desk;
  const parsed = parseCommand(line);
  try {
    if (!parsed) return await askPrompt(desk, line);
    const known = findCommand(parsed.name);
    if (!known) return surface.print(unknownCommand(desk, parsed.name));
    if (!known.whileRunning && driver.phase !== "idle") {
      return say(
        desk,
        `/${inline(parsed.name)} has to wait: the agent is at work (Esc interrupts it).`,
      );
    }
    await runCommand(desk, parsed, line);
  } catch (error) {
    surface.print(failure(error, surface.columns()));
  }
}

async function askPrompt(desk: Desk, line: string): Promise<void> {
  const prompt = line.trim();
  if (prompt === "") return;
  await desk.driver.ask(prompt);
}

function say(desk: Desk, text: string): void {
  desk.surface.print(wrap(text, desk.look().columns));
}

function unknownCommand(desk: Desk, name: string): string[] {
  const near = nearest(
    name,
    COMMANDS.map((each) => each.name),
  ).map((each) => `/${each}`);
  const help = near.length > 0 ? `Did you mean ${near.join(", ")}? ` : "";
  return wrap(
    `There is no command /${cutEnd(inline(name), 40)}. ${help}/help lists them; a blank in front sends it as a prompt.`,
    desk.look().columns,
  );
}

async function runCommand(
  desk: Desk,
  { name, argument }: ParsedCommand,
  line: string,
): Promise<void> {
  const { surface, driver, look } = desk;
  switch (name) {
    case "context":
      return await showContext(desk, argument);
    case "stats":
      return surface.print(["", ...showStats(driver.runner.governance, look())]);
    case "skills":
      return argument === "" ? await surface.choose(name) : await switchSkill(desk, argument);
    case "sessions":
      return await surface.choose(name);
    case "plugins":
      return await showPlugins(desk);
    case "init":
      return await askPrompt(desk, line);
    case "compact":
      return await driver.compact(argument);
    case "goal":
      return surface.print(await setGoal(driver.runner, argument, look()));
    case "plan":
      return surface.print(await setPlan(driver.runner, argument, look()));
    case "governor":
      return await setGovernor(desk, argument);
    case "resume":
      if (argument === "") return await resumeRun(desk);
      return await resumeSession(desk, argument);
    case "help":
      return surface.print(["", ...showHelp(look())]);
    case "exit":
      return surface.exit();
    default:
      return await callSkill(desk, name.slice("skill:".length), line);
  }
}

/** The very report that every surface shows, at this terminal's width. */
async function showContext(desk: Desk, argument: string): Promise<void> {
  const { renderReportText } = await import("@alisio/context-report");
  const { context } = desk.driver.opened;
  const { columns, style } = desk.look();
  const report = desk.driver.runner.report({ madeAt: new Date(desk.ports.now()).toISOString() });
  const text = renderReportText(report, {
    width: columns,
    color: style.isColored,
    ascii: !context.isUnicode,
    all: argument === "all",
  });
  const hint =
    report.mode === "off"
      ? wrap("/governor shadow measures it, and changes no request.", columns)
      : [];
  desk.surface.print(["", ...text.trimEnd().split("\n"), ...hint]);
}

async function showPlugins(desk: Desk): Promise<void> {
  const { plugins, problems } = await desk.ports.plugins(desk.driver.opened);
  const { columns } = desk.look();
  const lines =
    plugins.length === 0
      ? wrap("No plugin is named by the configuration (its key is plugins).", columns)
      : plugins.flatMap(({ id, place, skills }) =>
          wrap(
            `  ${inline(id)}  ${skills} ${skills === 1 ? "skill" : "skills"}  ${inline(place)}`,
            columns,
          ),
        );
  const trust = desk.driver.opened.context.trusted
    ? []
    : wrap("The project is not trusted: its configuration is not read (--trust-project).", columns);
  desk.surface.print([
    "",
    ...lines,
    ...problems.flatMap((problem) => wrap(inline(problem), columns)),
    ...wrap("A plugin's skills come and go with it: take it out of the configuration.", columns),
    ...trust,
  ]);
}

async function setGovernor(desk: Desk, argument: string): Promise<void> {
  const { runner } = desk.driver;
  const { mode } = runner.governance.settings;
  if (argument === "") return say(desk, `The governor is ${mode}; /governor off, shadow or on.`);
  if (!["off", "shadow", "on"].includes(argument)) {
    return say(desk, `/governor: ${inline(argument)} is not off, shadow or on.`);
  }
  await runner.setGovernor(argument as GovernorMode);
  say(desk, `The governor is ${argument} now${GOVERNOR_WORDS[argument] ?? ""}.`);
}

/** `/skills <name>`: switches it without the list, for surfaces of plain lines. */
async function switchSkill(desk: Desk, name: string): Promise<void> {
  const { opened } = desk.driver;
  const rows = skillRows(await desk.ports.skillsReport(opened));
  const answering = rows.filter((row) => row.name === name || row.displayName === name);
  const row = answering.find(({ status }) => status !== "shadowed") ?? answering[0];
  if (!row) return say(desk, `There is no skill ${inline(name)} here; /skills lists them.`);
  if ("refused" in row.toggle) return say(desk, row.toggle.refused);
  if (!opened.context.trusted) return say(desk, UNTRUSTED_WRITE);
  say(desk, await desk.ports.setSkill(opened, row.name, row.toggle.value));
}

const GOVERNOR_WORDS: Readonly<Record<string, string>> = {
  off: ": requests carry everything, nothing is measured",
  shadow: ": it measures and changes no request",
  on: ": redundant results travel as one line",
};

async function resumeRun(desk: Desk): Promise<void> {
  const last = desk.driver.runner.history.at(-1);
  const isOpen = last !== undefined && (last.role !== "assistant" || (last.calls ?? []).length > 0);
  if (!isOpen) {
    return say(
      desk,
      "The last run is complete: there is nothing to go on with. /sessions lists others.",
    );
  }
  await desk.driver.resume();
}

async function resumeSession(desk: Desk, named: string): Promise<void> {
  const found = sessionsNamed(await desk.ports.listSessions(), named);
  const [first, second] = found;
  if (!first) return say(desk, `There is no session ${inline(named)} here; /sessions lists them.`);
  if (second)
    return say(desk, `${inline(named)} begins ${found.length} sessions' ids; write more of it.`);
  await switchSession(desk, first.id);
}

/** Opens another session and shows where it stands. */
export async function switchSession(desk: Desk, id: string): Promise<void> {
  if (id === desk.driver.runner.sessionId) return say(desk, "This is that session.");
  await desk.driver.switchTo(id);
  const look = desk.look();
  desk.surface.print([
    "",
    look.style.bold(`Session ${inline(id)}`),
    ...recapLines(desk.driver.runner.history, look),
  ]);
}

async function callSkill(desk: Desk, name: string, line: string): Promise<void> {
  const { skills } = desk.driver.runner.skills.snapshot;
  const callable = skills.filter(({ status }) => status === "enabled" || status === "hidden");
  const isKnown = callable.some((skill) => skill.name === name || skill.displayName === name);
  if (isKnown) return await askPrompt(desk, line);
  const off = skills.some((skill) => skill.name === name || skill.displayName === name);
  const near = nearest(
    name,
    callable.map((skill) => skill.displayName),
  ).map((each) => `/skill:${inline(each)}`);
  const help = near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
  say(
    desk,
    off
      ? `The skill ${inline(name)} is switched off; /skills switches it on.`
      : `There is no skill ${inline(name)} here.${help} /skills lists them.`,
  );
}

/** One command of the interface, as completion and `/help` show it. */
export interface SlashCommand {
  readonly name: string;
  /** What may follow it. */
  readonly usage: string;
  readonly summary: string;
  /** Words that can follow, for completion. */
  readonly words?: readonly string[];
  /** It can be used while the agent works. */
  readonly whileRunning: boolean;
}

/** All commands, in the order of `/help`; `/skill:name` is one for each skill. */
export const COMMANDS: readonly SlashCommand[] = [
  command("context", "[all]", "what fills the context: totals, invariants, segments", true, [
    "all",
  ]),
  command("stats", "", "the last request, and results used by tool", true),
  command("skills", "[name]", "the skills: search, costs, switch on and off", true),
  command("plugins", "", "the plugins that configuration names", true),
  command("skill:", "name [text]", "call a skill by its name", false),
  command("init", "", "have AGENTS.md written for this project", false),
  command("compact", "[focus]", "replace older messages by a checkpoint, now", false),
  command("goal", "[text|done|clear]", "show or set the goal", true, ["done", "clear"]),
  command("plan", "[title and text|approve|done|clear]", "show or set the approved plan", true, [
    "approve",
    "done",
    "clear",
  ]),
  command("governor", "off|shadow|on", "what happens to redundant results", true, [
    "off",
    "shadow",
    "on",
  ]),
  command("sessions", "", "earlier sessions of this directory: choose one", false),
  command("resume", "[session]", "go on where the last run stopped, or with a session", false),
  command("help", "", "commands and keys", true),
  command("exit", "", "leave; the session stays and can be resumed", true),
];

function command(
  name: string,
  usage: string,
  summary: string,
  whileRunning: boolean,
  words: readonly string[] = [],
): SlashCommand {
  return { name, usage, summary, whileRunning, words };
}

/** A line that is a command. */
export interface ParsedCommand {
  readonly name: string;
  /** What follows it, trimmed. */
  readonly argument: string;
}

/** Reads a line that begins with `/`; a line that begins with a blank is always a prompt. */
export function parseCommand(line: string): ParsedCommand | undefined {
  if (!line.startsWith("/") || line.startsWith("//")) return undefined;
  const [first = ""] = line.slice(1).split(/\s/, 1);
  return { name: first, argument: line.slice(first.length + 1).trim() };
}

/** The command of that name; `skill:anything` is one. */
export function findCommand(name: string): SlashCommand | undefined {
  return COMMANDS.find((each) =>
    each.name.endsWith(":") ? name.startsWith(each.name) && name !== each.name : each.name === name,
  );
}

/** One thing to complete to. */
export interface Suggestion {
  /** The whole line after it was taken. */
  readonly line: string;
  readonly label: string;
  readonly summary: string;
}

/** What a skill is called and what it does. */
export interface NamedSkill {
  readonly name: string;
  readonly description: string;
}

/** What the line could become, as it is typed; empty for a line that is no command. */
export function suggest(line: string, skills: readonly NamedSkill[]): readonly Suggestion[] {
  if (!line.startsWith("/") || line.includes("\n")) return [];
  const typed = line.slice(1);
  if (/^skill:\S*$/.test(typed)) return suggestSkills(typed.slice(6), skills);
  const space = typed.indexOf(" ");
  if (space < 0) {
    const fits = COMMANDS.filter((each) => each.name.startsWith(typed.toLowerCase()));
    return fits.map((each) => ({
      line: `/${each.name}${each.usage === "" || /^\[/.test(each.usage) || each.name.endsWith(":") ? "" : " "}`,
      label: `/${each.name}${each.usage && (each.name.endsWith(":") ? each.usage : ` ${each.usage}`)}`,
      summary: each.summary,
    }));
  }
  const found = findCommand(typed.slice(0, space));
  const begun = typed.slice(space + 1);
  return (found?.words ?? [])
    .filter((word) => word.startsWith(begun) && word !== begun)
    .map((word) => ({ line: `/${found?.name} ${word}`, label: word, summary: "" }));
}

function suggestSkills(begun: string, skills: readonly NamedSkill[]): Suggestion[] {
  const wanted = begun.toLowerCase();
  const starts = skills.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const holds = skills.filter(
    ({ name }) => !name.toLowerCase().startsWith(wanted) && name.toLowerCase().includes(wanted),
  );
  return [...starts, ...holds].map(({ name, description }) => ({
    line: `/skill:${name} `,
    label: `/skill:${name}`,
    summary: description,
  }));
}

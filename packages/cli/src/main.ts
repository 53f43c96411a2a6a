import { Command, CommanderError } from "commander";
import type { Action, CommandResult } from "./action.ts";
import { addAgentCommands } from "./agent/add-agent-commands.ts";
import { configCheck } from "./commands/config-check.ts";
import { contextExplain } from "./commands/context-explain.ts";
import { contextReport } from "./commands/context-report.ts";
import { addSimulateCommand } from "./commands/context-simulate-command.ts";
import { doctor } from "./commands/doctor.ts";
import { addServeCommand } from "./commands/serve-command.ts";
import { sessionsList } from "./commands/sessions-list.ts";
import { skillsList } from "./commands/skills-list.ts";
import { skillsSearch } from "./commands/skills-search.ts";
import { skillsSet } from "./commands/skills-set.ts";
import { skillsShow } from "./commands/skills-show.ts";
import { skillsValidate } from "./commands/skills-validate.ts";
import { CliError } from "./errors.ts";
import { type CommandContext, createContext, type GlobalFlags } from "./globals.ts";
import type { CommandIo } from "./io.ts";
import { neutral } from "./output/neutral.ts";
import { addTuiCommand } from "./tui/add-tui-command.ts";

/**
 * Runs one command line (without the program's own name).
 *
 * @returns the exit code: 0 good, 1 what was judged failed, 2 wrong usage or unreadable input
 */
export async function main(
  args: readonly string[],
  version: string,
  io: CommandIo,
): Promise<number> {
  let exitCode = 0;
  const program = createProgram(version, io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CliError) {
      io.stderr(`alisio: ${error.message}\n`);
      return error.exitCode;
    }
    // What a package or the system refuses: its message says what to do. Node's own ERR_ codes are
    // mistakes of this program.
    const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
    if (error instanceof Error && typeof code === "string" && !code.startsWith("ERR_")) {
      io.stderr(`alisio: ${neutral(error.message)}\n`);
      return 2;
    }
    throw error;
  }
}

function createProgram(version: string, io: CommandIo, setExit: (code: number) => void): Command {
  const program = new Command("alisio")
    .description("What a coding agent's context holds here, and why.")
    .version(version, "-V, --version", "print the version")
    .option("--cwd <dir>", "work in this directory (default: the current one)")
    .option("--workspace-root <dir>", "the workspace's root; no search for one")
    .option("--config <file>", "one more configuration file; trusts the project")
    .option("--trust-project", "read the project's configuration and skills")
    .option("--json", "print one JSON value")
    .option("--no-color", "no colour")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      getOutHelpWidth: () => io.columns ?? 80,
      outputError: (message, write) => write(usageLine(message)),
    })
    .exitOverride()
    .addHelpText(
      "after",
      "\nExample:\n  $ alisio context explain src/index.ts\n\nWithout a command: the terminal interface (alisio chat --help).",
    );

  /** A leaf command: its action gets the context, its arguments and its own options. */
  const action =
    <Args extends unknown[]>(run: (context: CommandContext, ...args: Args) => CommandResult) =>
    async (...input: unknown[]): Promise<void> => {
      const command = input.at(-1) as Command;
      const context = await createContext(io, command.optsWithGlobals<GlobalFlags>());
      setExit((await run(context, ...(input.slice(0, -1) as Args))) ?? 0);
    };
  addAgentCommands(program, action);
  addContextCommands(program, action);
  addSessionsCommands(program, action);
  addServeCommand(program, action);
  addSkillsCommands(program, action);
  addSetupCommands(program, action);
  addTuiCommand(program, action, (given) => refuseCommand(program, given));
  addHelpCommand(program);
  program.usage("[options] [command]");
  return program;
}

/** A command that holds others: alone, or with one that it doesn't have, it says so in one line. */
function group(command: Command): Command {
  return command
    .usage("[options] <command>")
    .allowExcessArguments()
    .action(() => refuseCommand(command, command.args[0]));
}

/** What commander says of a wrong command line, in one line: it has its suggestion on another. */
function usageLine(message: string): string {
  const said = message
    .trim()
    .replace(/^error: /, "")
    .replace("\n(Did you mean", " (did you mean");
  return `alisio: ${neutral(said)} (alisio --help lists the commands)\n`;
}

/** `alisio help context report`: as deep as commands go, which commander's own does not. */
function addHelpCommand(program: Command): void {
  program
    .command("help")
    .description("the help of a command")
    .argument("[command...]", "its words, such as context report")
    .addHelpText("after", "\nExample:\n  $ alisio help context report")
    .action((names: readonly string[]) => {
      let found = program;
      for (const name of names) {
        const next = found.commands.find((command) => command.name() === name);
        found = next ?? refuseCommand(found, name);
      }
      found.outputHelp();
    });
}

function refuseCommand(command: Command, given: string | undefined): never {
  const known = command.commands.map((each) => each.name()).join(", ");
  const what = given === undefined ? "name a command" : `unknown command ${neutral(given)}`;
  throw new CliError(`${what}; ${command.name()} has ${known} (--help explains them)`);
}

function addContextCommands(program: Command, action: Action): void {
  const context = group(program.command("context"))
    .description("what the model gets here")
    .addHelpText("after", "\nExample:\n  $ alisio context explain src/index.ts");
  context
    .command("explain")
    .description("which instruction files apply to a path, and what the model gets of them")
    .argument("[path]", "a file or directory; it need not exist")
    .option("--all", "a line for each instruction directory of the workspace, worst first")
    .addHelpText(
      "after",
      "\nExamples:\n  $ alisio context explain packages/api/src/server.ts\n  $ alisio context explain --all --json",
    )
    .action(
      action(async (run, path: string | undefined, options: { all?: boolean }) => {
        return await contextExplain(run, path, options.all === true);
      }),
    );
  context
    .command("report")
    .description("what fills a session's context, and what the governor would elide of it")
    .argument("[session]", "a transcript file or a session's id (alisio sessions list)")
    .option("--latest", "the newest session of this directory")
    .option(
      "--governor <mode>",
      "shadow, on or off (default: an Alisio session's own, else shadow)",
    )
    .option("--min-age-turns <n>", "assistant messages that a result stays whole: 1 to 20")
    .option("--epoch <n>", "messages between two changes of the prefix: 0 to 1000")
    .option("--profile <agent>", "how its tools are understood (default: by the format)")
    .option("--stream <id>", "one conversation of the session (default: the main one)")
    .option("--all-streams", "every conversation, subagents too")
    .option("--all", "list every segment, not only pinned, low and elided ones")
    .option("--markdown", "as Markdown")
    .option("--ascii", "nothing but ASCII")
    .option("--html <file>", "as one HTML file with charts, instead of printing it")
    .addHelpText(
      "after",
      "\nExamples:\n  $ alisio context report --latest\n  $ alisio context report session.jsonl --governor on --epoch 0 --json",
    )
    .action(action(contextReport));
  addSimulateCommand(context, action);
}

function addSessionsCommands(program: Command, action: Action): void {
  group(program.command("sessions"))
    .description("sessions that agents keep on this machine")
    .addHelpText("after", "\nExample:\n  $ alisio sessions list")
    .command("list")
    .description("sessions of this directory, newest first, whichever agent wrote them")
    .option("--all", "of every directory")
    .option("--counts", "count messages and calls too, which reads the whole files")
    .addHelpText("after", "\nExample:\n  $ alisio sessions list --all --json")
    .action(action(sessionsList));
}

function addSkillsCommands(program: Command, action: Action): void {
  const skills = group(program.command("skills"))
    .description("find, check and choose Agent Skills")
    .addHelpText("after", "\nExample:\n  $ alisio skills list");
  skills
    .command("list")
    .description("every skill found here, whether the model sees it, and why not")
    .addHelpText("after", "\nExample:\n  $ alisio skills list --trust-project")
    .action(action(skillsList));
  skills
    .command("validate")
    .description("check skills against the Agent Skills specification")
    .argument(
      "[path...]",
      "a skill, a SKILL.md, a root or a tree (default: the roots in force here)",
    )
    .option("--strict", "warnings fail too")
    .option("--format <format>", "text, json or github (annotations)", "text")
    .option("--fix", "mend what is safe to mend: mark, quoting, trailing blanks")
    .addHelpText("after", "\nExample:\n  $ alisio skills validate .agents/skills --strict")
    .action(action(skillsValidate));
  skills
    .command("search")
    .description("search the catalog's names and descriptions")
    .argument("<query...>", "words")
    .option("--limit <n>", "at most this many", "20")
    .option("--offset <n>", "leave out this many", "0")
    .addHelpText("after", "\nExample:\n  $ alisio skills search release notes")
    .action(
      action(async (run, words: string[], options: { limit: string; offset: string }) => {
        return await skillsSearch(run, words.join(" "), options);
      }),
    );
  skills
    .command("show")
    .description("one skill: where it is, and why the model sees it or not")
    .argument("<name>", "a skill's name")
    .addHelpText("after", "\nExample:\n  $ alisio skills show release-notes")
    .action(action(skillsShow));
  for (const verb of ["enable", "disable"] as const) {
    skills
      .command(verb)
      .description(`${verb} a skill in the project's configuration (--user: in yours)`)
      .argument("<name>", "a skill's name")
      .option("--user", "in your own configuration; needs no trust")
      .addHelpText("after", `\nExample:\n  $ alisio skills ${verb} release-notes --trust-project`)
      .action(
        action(async (run, name: string, options: { user?: boolean }) => {
          return await skillsSet(run, name, verb, options.user === true);
        }),
      );
  }
}

function addSetupCommands(program: Command, action: Action): void {
  group(program.command("config"))
    .description("the configuration")
    .addHelpText("after", "\nExample:\n  $ alisio config check")
    .command("check")
    .description(
      "what is in force and which file each value comes from; exit 1 when a file is wrong",
    )
    .addHelpText("after", "\nExample:\n  $ alisio config check --trust-project --json")
    .action(action(configCheck));
  program
    .command("doctor")
    .description("what is missing on this machine; exit 1 when something needed is")
    .addHelpText("after", "\nExample:\n  $ alisio doctor")
    .action(action(doctor));
}

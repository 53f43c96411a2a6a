import { createInterface } from "node:readline/promises";
import type { ApprovalDecision, ApprovalRequest } from "@alisio/agent";
import type { CommandContext } from "../globals.ts";
import { neutralLines } from "../output/neutral.ts";
import { createDriver } from "./driver.ts";
import type { LineStyle } from "./event-lines.ts";
import { marksFor } from "./marks.ts";
import { printChoices } from "./plain-choices.ts";
import { createPlainSurface } from "./plain-surface.ts";
import { recapLines } from "./recap.ts";
import { type Desk, submitLine } from "./run-command.ts";
import { onFatal } from "./terminal.ts";
import { inline, wrap } from "./text.ts";
import type { Ports } from "./types.ts";
import { farewell, welcomeLines } from "./welcome.ts";

/** The interface as plain lines: for screen readers, dumb terminals and whoever prefers them. */
export async function runPlain(
  context: CommandContext,
  ports: Ports,
  sessionId: string | undefined,
): Promise<number> {
  const { stdin, stdout } = process;
  const marks = marksFor(context.isUnicode);
  const columns = (): number => Math.max(20, (stdout.columns || 80) - 1);
  const look = (): LineStyle => ({ style: context.style, marks, columns: columns() });
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const surface = createPlainSurface({
    write: context.io.stdout,
    look,
    columns,
    approve: (request, signal) => askApproval(request, signal),
    choose: (what) => printChoices(desk, what),
    exit: () => leave(),
  });
  async function askApproval(
    request: ApprovalRequest,
    signal: AbortSignal,
  ): Promise<ApprovalDecision> {
    surface.print(approvalLines(request));
    try {
      const given = await lines.question("Allow? y once, s until this process ends, n no [n]: ", {
        signal,
      });
      return ANSWERS[given.trim().toLowerCase()] ?? "deny";
    } catch {
      return "deny"; // interrupted, or the input has ended
    }
  }
  const driver = await createDriver(ports, surface, sessionId, () => {});
  // Only now: what can't be opened leaves the input alone, and the process ends.
  const isDumb = context.io.environment["TERM"] === "dumb";
  const lines = createInterface({ input: stdin, output: stdout, terminal: !isDumb });
  const desk: Desk = { ports, surface, driver, look };
  const onInterrupt = (): void => {
    if (driver.interrupt()) return;
    // What comes next doesn't stand behind the question.
    context.io.stdout("\n");
    leave();
  };
  lines.on("SIGINT", onInterrupt);
  const stopWatching = onFatal({
    ...(isDumb && { onInterrupt }),
    restore: () => lines.close(),
    close: () => driver.close(),
    report: (text) => context.io.stderr(`alisio: ${text}\n`),
  });
  surface.print([
    ...welcomeLines(driver.opened, look()),
    ...recapLines(driver.runner.history, look()),
  ]);
  if (driver.opened.scriptPrompt !== undefined && sessionId === undefined) {
    surface.print(wrap(`The script expects: ${inline(driver.opened.scriptPrompt)}`, columns()));
  }

  lines.on("close", () => leave());
  const talk = async (): Promise<void> => {
    for (;;) {
      const line = await lines.question("> ");
      if (line.trim() !== "") await submitLine(desk, line);
    }
  };
  // The question that is open when the input ends never settles, or rejects: both are the end.
  await Promise.race([left, talk().catch(() => {})]);
  lines.close();
  const { sessionId: id, history } = driver.runner;
  const isResumable = history.some(({ role }) => role === "user") && !driver.opened.isThrowAway;
  await driver.close();
  stopWatching();
  if (isResumable) context.io.stdout(farewell(id));
  return 0;
}

const ANSWERS: Readonly<Record<string, ApprovalDecision>> = {
  y: "once",
  yes: "once",
  s: "session",
  session: "session",
};

function approvalLines({ tool, effect, detail, directory }: ApprovalRequest): string[] {
  return [
    `Approval needed: ${inline(tool)} (${effect})`,
    ...(directory === undefined ? [] : [`Outside the workspace: ${inline(directory)}`]),
    ...neutralLines(detail)
      .split("\n")
      .map((line) => `  ${line}`),
  ];
}

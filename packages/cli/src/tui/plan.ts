import { createHash } from "node:crypto";
import type { AgentRunner } from "@alisio/agent";
import type { LineStyle } from "./event-lines.ts";
import { inline, prose, wrap } from "./text.ts";

/** `/goal`: shows it, sets it, marks it as reached or forgets it. */
export async function setGoal(
  runner: AgentRunner,
  argument: string,
  { columns }: LineStyle,
): Promise<string[]> {
  const { goal } = runner;
  if (argument === "") {
    if (!goal) return wrap("No goal is set; /goal <text> sets one.", columns);
    return wrap(`Goal (${inline(goal.status)}): ${prose(goal.objective)}`, columns);
  }
  if (argument === "clear") {
    await runner.setGoal(undefined);
    return ["The goal is forgotten."];
  }
  if (argument === "done") {
    if (!goal) return wrap("No goal is set; /goal <text> sets one.", columns);
    await runner.setGoal({ ...goal, status: "completed" });
    return ["The goal is reached: a compaction carries it no further."];
  }
  await runner.setGoal({ objective: argument, status: "active" });
  return wrap(`Goal set: ${prose(argument)}`, columns);
}

/**
 * `/plan`: shows it, takes a text (its first line is the title) or the last answer as the approved
 * plan, marks it as done or forgets it. What the user gives is approved by giving it.
 */
export async function setPlan(
  runner: AgentRunner,
  argument: string,
  { columns }: LineStyle,
): Promise<string[]> {
  const { plan } = runner;
  if (argument === "") {
    if (!plan) {
      return wrap(
        "No plan is set; /plan <title and text>, or /plan approve for the last answer.",
        columns,
      );
    }
    const head = `Plan (${inline(plan.status)}, revision ${plan.revision}, ${plan.hash.slice(0, 8)}): ${inline(plan.title)}`;
    return wrap(plan.text ? `${head}\n${prose(plan.text)}` : head, columns);
  }
  if (argument === "clear") {
    await runner.setPlan(undefined);
    return ["The plan is forgotten."];
  }
  if (argument === "done") {
    if (!plan) return ["No plan is set."];
    await runner.setPlan({ ...plan, status: "done" });
    return ["The plan is done: a compaction carries it no further."];
  }
  const text = argument === "approve" ? lastAnswer(runner) : argument;
  if (text === undefined) return wrap("There is no answer yet that could be a plan.", columns);
  const revision = (plan?.revision ?? 0) + 1;
  const title = titleOf(text);
  await runner.setPlan({
    title,
    revision,
    hash: createHash("sha256").update(text).digest("hex"),
    status: "approved",
    text,
  });
  return wrap(`Plan approved, revision ${revision}: ${inline(title)}`, columns);
}

const MAX_TITLE_CHARACTERS = 120;

/** The first line that says something, without the marks of a heading. */
function titleOf(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^[#\s]+/, "").trimEnd());
  return (lines.find((line) => line !== "") ?? "plan").slice(0, MAX_TITLE_CHARACTERS);
}

function lastAnswer({ history }: AgentRunner): string | undefined {
  const last = history.findLast(
    (message) => message.role === "assistant" && message.text.trim() !== "",
  );
  return last && "text" in last ? last.text : undefined;
}

import { setMaxListeners } from "node:events";
import type { ContextReport } from "@alisio/context-report";
import type { ContextGovernedEvent, GovernorMode } from "@alisio/governor";
import type { Message } from "@alisio/governor/message";
import type { CriterionSource, GoalSource } from "@alisio/invariants";
import type { SkillSession } from "@alisio/skills-discovery";
import { AgentError } from "../errors.ts";
import type { EventProblem } from "../types-event.ts";
import type {
  AgentRunner,
  CompactionResult,
  ContextEstimate,
  Governance,
  RunResult,
} from "../types-runner.ts";
import { budgetOf } from "./budget.ts";
import { compact } from "./compact.ts";
import { planByTurns } from "./compaction-plan.ts";
import { expandPrompt } from "./expand-prompt.ts";
import { finishRun, problemOf } from "./finish-run.ts";
import { answerLostCalls } from "./run-calls.ts";
import { type RunInput, runLoop } from "./run-loop.ts";
import type { RunScope } from "./run-scope.ts";
import type { Listener } from "./session.ts";
import { contextEstimate, sessionReport } from "./session-report.ts";
import { criteriaOf, goalOf, planOf, standingBlock } from "./standing.ts";
import { readCriteria, readGoal, readPlan, type StoredPlan } from "./stored-values.ts";
import { finalAnswer } from "./task-report.ts";

type MainScope = Omit<RunScope, "signal" | "onGoverned">;

/** A runner over a main run that is ready. */
export class Runner implements AgentRunner {
  readonly #scope: MainScope;
  readonly #setMode: (mode: GovernorMode) => void;
  #lastEvent: ContextGovernedEvent | undefined;
  #isClosed = false;
  /** Ends what runs now. */
  #running: { readonly controller: AbortController; readonly done: Promise<unknown> } | undefined;

  constructor(scope: MainScope, setMode: (mode: GovernorMode) => void) {
    this.#scope = scope;
    this.#setMode = setMode;
  }

  get sessionId(): string {
    return this.#scope.session.id;
  }
  get history(): readonly Message[] {
    return this.#scope.conversation.history;
  }
  get skills(): SkillSession {
    return this.#scope.skills;
  }
  get goal(): GoalSource | undefined {
    return goalOf(this.#scope.session.view);
  }
  get plan(): StoredPlan | undefined {
    return planOf(this.#scope.session.view);
  }
  get criteria(): readonly CriterionSource[] {
    return criteriaOf(this.#scope.session.view);
  }

  get governance(): Governance {
    const { session, conversation, grants, governance } = this.#scope;
    const compactions = conversation.compactions.length;
    const block = standingBlock(session.view, compactions, governance(), grants.sources);
    return {
      settings: governance(),
      lastEvent: this.#lastEvent,
      invariants: block && { counts: block.counts, total: block.total, omitted: block.omitted },
    };
  }

  async run(prompt: string, options: { readonly signal?: AbortSignal } = {}): Promise<RunResult> {
    return await this.#exclusive(options.signal, this.#unbegun, async (signal) => {
      if (prompt.trim() === "") {
        const message = "The prompt is empty: say what to do.";
        return this.#ended("prompt", failedRun({ code: "empty_prompt", message }));
      }
      const { text, injected, problem } = await expandPrompt(prompt, this.skills);
      if (problem) return this.#ended("prompt", failedRun(problem));
      const messages = [
        { text, injected: false },
        ...(injected === undefined ? [] : [{ text: injected, injected: true }]),
      ];
      return await this.#loop({ kind: "prompt", messages }, signal);
    });
  }

  async resume(options: { readonly signal?: AbortSignal } = {}): Promise<RunResult> {
    return await this.#exclusive(options.signal, this.#unbegun, async (signal) => {
      const { conversation } = this.#scope;
      const text = finalAnswer(conversation);
      if (text !== undefined) {
        return this.#ended("resume", { end: "completed", text, requests: 0, usage: {} });
      }
      if (!conversation.entries.some(({ message }) => message.role !== "system")) {
        const message = "The session holds no prompt yet: give one to begin.";
        return this.#ended("resume", failedRun({ code: "nothing_to_resume", message }));
      }
      return await this.#loop({ kind: "resume", messages: [] }, signal);
    });
  }

  async compact(
    options: { readonly focus?: string; readonly signal?: AbortSignal } = {},
  ): Promise<CompactionResult> {
    const refuse = (problem: EventProblem): CompactionResult => ({ compacted: false, problem });
    return await this.#exclusive(options.signal, refuse, async (signal) => {
      const { conversation, governance, options: settings } = this.#scope;
      const { keepTurns } = settings.compaction;
      const tokensBefore = conversation.tokens;
      const scope = this.#scopeOf(signal);
      answerLostCalls(scope);
      const plan = planByTurns(conversation, keepTurns);
      if (!plan) return refuse(nothingToCompact(keepTurns));
      const { focus } = options;
      const how = { trigger: "manual" as const, focus, governance: governance(), isWorking: false };
      const { problem } = await compact(plan, how, scope);
      if (problem) return refuse(problem);
      this.#scope.memory.compactFrom = 0;
      return { compacted: true, tokensBefore, tokensAfter: conversation.tokens };
    });
  }

  async setGovernor(mode: GovernorMode): Promise<void> {
    this.#open();
    if (mode === this.#scope.governance().mode) return;
    this.#setMode(mode);
    this.#scope.session.setState("governance", this.#scope.governance());
  }

  async setGoal(goal: GoalSource | undefined): Promise<void> {
    this.#set("goal", goal, readGoal, "{ objective, status }");
  }

  async setPlan(plan: StoredPlan | undefined): Promise<void> {
    this.#set(
      "plan",
      plan,
      readPlan,
      "{ title, revision, hash, status, text? }, hash in hexadecimal",
    );
  }

  async setCriteria(criteria: readonly CriterionSource[]): Promise<void> {
    this.#set("criteria", criteria, readCriteria, "a list of { text, required, applicable? }");
  }

  async allowDirectory(directory: string): Promise<void> {
    this.#open();
    await this.#scope.workspace.allowDirectory(directory);
    this.#scope.grants.allowDirectory(directory);
  }

  context(): ContextEstimate {
    return contextEstimate(this.#scope.conversation, budgetOf(this.#scope.options));
  }

  report(options: { readonly madeAt: string; readonly mode?: GovernorMode }): ContextReport {
    const { session, grants, governance } = this.#scope;
    return sessionReport(session.id, session.view, {
      ...options,
      governance: governance(),
      grants: grants.sources,
      ledger: this.#scope.governor().ledger,
    });
  }

  subscribe(listener: Listener): () => void {
    return this.#scope.session.subscribe(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#running?.controller.abort();
    await this.#running?.done;
    await this.#scope.workspace.close();
    this.#scope.session.close();
  }

  /** A run that ends before its first request. */
  #ended(input: RunInput["kind"], result: RunResult): RunResult {
    const { session } = this.#scope;
    session.tellProblems();
    session.emit({ type: "run.started", sessionId: session.id, input });
    return finishRun(session, result, undefined);
  }

  /** A run that the session's file didn't let begin. */
  readonly #unbegun = (problem: EventProblem): RunResult =>
    finishRun(this.#scope.session, failedRun(problem), undefined);

  async #loop(input: RunInput, signal: AbortSignal): Promise<RunResult> {
    const { session } = this.#scope;
    session.tellProblems();
    return await runLoop(input, this.#scopeOf(signal));
  }

  #scopeOf(signal: AbortSignal): RunScope {
    return {
      ...this.#scope,
      signal,
      onGoverned: (event) => {
        this.#lastEvent = event;
      },
    };
  }

  #open(): void {
    if (!this.#isClosed) return;
    throw new AgentError("closed", "The runner was closed; make another one to go on.");
  }

  #set<T>(
    key: string,
    value: T | undefined,
    read: (value: unknown) => T | undefined,
    wanted: string,
  ): void {
    this.#open();
    if (value !== undefined && read(value) === undefined) {
      throw new AgentError("invalid_option", `A ${key} has to be ${wanted}.`);
    }
    this.#scope.session.setState(key, value === undefined ? null : read(value));
  }

  /** One at a time; a disk that takes no more is the end of the run, and no crash. */
  async #exclusive<T>(
    outer: AbortSignal | undefined,
    refuse: (problem: EventProblem) => T,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#open();
    if (this.#running) {
      throw new AgentError(
        "busy",
        "Another prompt runs in this session; wait for its end or interrupt it.",
      );
    }
    const controller = new AbortController();
    const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
    // Each call of a tool may listen to it; Node takes many listeners for a leak.
    setMaxListeners(0, signal);
    const result = work(signal).catch((error: unknown) => {
      if (AgentError.isInstance(error)) return refuse(problemOf(error));
      throw error;
    });
    this.#running = { controller, done: result.catch(() => undefined) };
    try {
      return await result;
    } finally {
      this.#running = undefined;
    }
  }
}

function failedRun(problem: EventProblem): RunResult {
  return { end: "failed", text: "", requests: 0, usage: {}, problem };
}

function nothingToCompact(keepTurns: number): EventProblem {
  const message =
    keepTurns === 0
      ? "There is nothing to compact yet."
      : `There is nothing older than the last ${keepTurns} turns, which stay (compaction.keepTurns).`;
  return { code: "nothing_to_compact", message };
}

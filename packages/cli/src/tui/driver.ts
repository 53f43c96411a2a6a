import type { AgentRunner, ApprovalDecision, ApprovalRequest } from "@alisio/agent";
import type { OpenedRunner } from "../agent/runner-flags.ts";
import { inline, wrap } from "./text.ts";
import type { Phase, Ports, Surface } from "./types.ts";

/** One session at a time, and what goes on in it. */
export interface Driver {
  readonly opened: OpenedRunner;
  readonly runner: AgentRunner;
  readonly phase: Phase;
  /** Works on a prompt; while another runs it waits for its turn. */
  ask(prompt: string): Promise<void>;
  /** Goes on where the last run stopped. */
  resume(): Promise<void>;
  compact(focus: string): Promise<void>;
  /** Prompts that wait, first first. */
  readonly waiting: readonly string[];
  /** Takes the waiting prompts back, to be written on. */
  takeWaiting(): readonly string[];
  /** Ends what runs; false where nothing does. */
  interrupt(): boolean;
  /** Closes this session and opens another one, or a new one. */
  switchTo(sessionId: string | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Opens the first session. */
export async function createDriver(
  ports: Ports,
  surface: Surface,
  sessionId: string | undefined,
  /** Shows a prompt when its turn has come. */
  announce: (prompt: string) => void,
): Promise<Driver> {
  const waiting: string[] = [];
  let phase: Phase = "idle";
  let running: AbortController | undefined;
  const approve = async (
    request: ApprovalRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<ApprovalDecision> =>
    signal.aborted ? "deny" : await surface.approve(request, signal);
  let opened = await ports.open(sessionId, approve);
  let unsubscribe = opened.runner.subscribe(surface.onEvent);

  const enter = (next: Phase): void => {
    phase = next;
    surface.onPhase(next);
  };
  /** One at a time; what goes wrong is told and ends nothing. */
  const work = async (
    during: Phase,
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> => {
    running = new AbortController();
    enter(during);
    try {
      await run(running.signal);
    } catch (error) {
      surface.print(failure(error, surface.columns()));
    }
    running = undefined;
    enter("idle");
    const next = waiting.shift();
    if (next !== undefined) await driver.ask(next);
  };
  const driver: Driver = {
    get opened() {
      return opened;
    },
    get runner() {
      return opened.runner;
    },
    get phase() {
      return phase;
    },
    get waiting() {
      return waiting;
    },
    async ask(prompt) {
      if (phase !== "idle") {
        waiting.push(prompt);
        surface.onPhase(phase);
        return;
      }
      announce(prompt);
      await work("running", (signal) => opened.runner.run(prompt, { signal }));
    },
    async resume() {
      if (phase === "idle") await work("running", (signal) => opened.runner.resume({ signal }));
    },
    async compact(focus) {
      if (phase !== "idle") return;
      await work("compacting", async (signal) => {
        const result = await opened.runner.compact({ signal, ...(focus !== "" && { focus }) });
        if (result.compacted) return;
        const why = `Not compacted: ${inline(result.problem.message)}`;
        surface.print(wrap(why, surface.columns()));
      });
    },
    takeWaiting: () => waiting.splice(0),
    interrupt() {
      // What doesn't end must not keep somebody from leaving.
      if (!running || phase === "interrupting") return false;
      running.abort();
      enter("interrupting");
      return true;
    },
    async switchTo(id) {
      // The other one first: if it can't be opened, this one stays.
      const next = await ports.open(id, approve);
      unsubscribe();
      await opened.close();
      opened = next;
      unsubscribe = opened.runner.subscribe(surface.onEvent);
      enter("idle");
    },
    async close() {
      running?.abort();
      waiting.splice(0);
      unsubscribe();
      await opened.close();
    },
  };
  return driver;
}

/** What to say of something that went wrong. */
export function failure(error: unknown, columns: number): string[] {
  return wrap(`alisio: ${inline(error instanceof Error ? error.message : String(error))}`, columns);
}

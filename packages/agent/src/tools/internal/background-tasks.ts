import type { BackgroundExit, WorkspaceToolLimits } from "../types-workspace-tools.ts";
import { refuse, shown } from "./outcome.ts";
import type { ProcessEnd, RunningProcess } from "./process-group.ts";
import { TaskOutput } from "./task-output.ts";

/** A process that runs beside the conversation. */
export interface BackgroundTask {
  readonly id: string;
  readonly output: TaskOutput;
  readonly process: RunningProcess;
  /** Absent while it runs. */
  end?: ProcessEnd;
  wasStopped: boolean;
}

/** Tasks that are over but can still be polled; older ones are forgotten with their output. */
const MAX_ENDED_TASKS = 16;

/** The background tasks of one set of tools. */
export class BackgroundTasks {
  readonly #limits: WorkspaceToolLimits;
  readonly #createId: () => string;
  readonly #tasks: Map<string, BackgroundTask> = new Map();
  readonly #listeners: Set<(exit: BackgroundExit) => void> = new Set();
  #starting = 0;

  constructor(limits: WorkspaceToolLimits, createId: () => string) {
    this.#limits = limits;
    this.#createId = createId;
  }

  /** Starts a task; `start` is given what takes its output. */
  async start(
    start: (onOutput: (text: string) => void) => Promise<RunningProcess>,
  ): Promise<BackgroundTask> {
    const { maxBackgroundTasks, maxBackgroundCharacters } = this.#limits;
    const running = [...this.#tasks.values()].filter(({ end }) => !end).length;
    if (running + this.#starting >= maxBackgroundTasks) {
      refuse(`${maxBackgroundTasks} background tasks run already; end one with bg_stop first.`);
    }
    const output = new TaskOutput(maxBackgroundCharacters);
    this.#starting += 1;
    try {
      const process = await start((text) => output.append(text));
      const task: BackgroundTask = { id: this.#freeId(), output, process, wasStopped: false };
      this.#tasks.set(task.id, task);
      void process.ended.then((end) => this.#ended(task, end));
      return task;
    } finally {
      this.#starting -= 1;
    }
  }

  /** The task of an id that a model gave. */
  get(id: string): BackgroundTask {
    const task = this.#tasks.get(id);
    if (task) return task;
    const known = [...this.#tasks.keys()].join(", ") || "none";
    return refuse(`There is no background task ${shown(id)} in this process; known are: ${known}.`);
  }

  /** Ends a task and waits until it is gone. */
  async stop(task: BackgroundTask): Promise<void> {
    if (task.end) return;
    task.wasStopped = true;
    task.process.stop();
    task.end = await task.process.ended;
  }

  onExit(listener: (exit: BackgroundExit) => void): () => void {
    const own = (exit: BackgroundExit): void => listener(exit);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#tasks.values()].map((task) => this.stop(task)));
  }

  #ended(task: BackgroundTask, end: ProcessEnd): void {
    task.end = end;
    const ended = [...this.#tasks.values()].filter((one) => one.end);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED_TASKS))) {
      this.#tasks.delete(id);
    }
    for (const listener of [...this.#listeners]) {
      listener({ id: task.id, exitCode: end.exitCode });
    }
  }

  #freeId(): string {
    for (;;) {
      const id = this.#createId();
      if (!this.#tasks.has(id)) return id;
    }
  }
}

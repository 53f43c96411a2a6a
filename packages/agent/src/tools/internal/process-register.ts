import {
  createProcessStarter,
  type ProcessGroupOptions,
  type RunningProcess,
  type RunProcess,
} from "./process-group.ts";

/** Knows every process that runs, so that none outlives the agent. */
export class ProcessRegister {
  readonly start: RunProcess;
  readonly #running: Set<RunningProcess> = new Set();
  #isClosed = false;

  constructor(options: ProcessGroupOptions) {
    const startProcess = createProcessStarter(options);
    this.start = async (request) => {
      const running = await startProcess(request);
      this.#add(running);
      // It was closed while the process was started.
      if (this.#isClosed) running.stop();
      return running;
    };
  }

  /** Ends all that runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#running];
    for (const one of running) one.stop();
    await Promise.all(running.map(({ ended }) => ended));
  }

  #add(running: RunningProcess): void {
    // Only while there is something to end: a set of tools alone leaves the process as it was.
    if (this.#running.size === 0) process.on("exit", this.#killAll);
    this.#running.add(running);
    void running.ended.then(() => {
      this.#running.delete(running);
      if (this.#running.size === 0) process.off("exit", this.#killAll);
    });
  }

  readonly #killAll = (): void => {
    for (const { kill } of this.#running) kill();
  };
}

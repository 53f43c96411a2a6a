import type { BackgroundTask } from "./background-tasks.ts";

/** How it stands with a background task, as results say it. */
export interface TaskStatus {
  readonly status: "running" | "exited" | "stopped";
  /** Absent while it runs, and when a signal ended it. */
  readonly exit_code?: number;
  readonly signal?: string;
}

export function statusOf({ end, wasStopped }: BackgroundTask): TaskStatus {
  if (!end) return { status: "running" };
  return {
    status: wasStopped ? "stopped" : "exited",
    ...(end.exitCode === null ? {} : { exit_code: end.exitCode }),
    ...(end.signal === null ? {} : { signal: end.signal }),
  };
}

import type { CommandIo } from "../io.ts";

/** Work that takes less than this shows nothing. */
const DELAY_MS = 1000;
const INTERVAL_MS = 100;

/** A count on standard error while work goes on, where that is a terminal; gone when it ends. */
export function startProgress(
  io: Pick<CommandIo, "stderr" | "isErrorTerminal">,
  what: string,
): { readonly report: (count: number) => void; readonly end: () => void } {
  if (!io.isErrorTerminal) return { report: () => {}, end: () => {} };
  let next = performance.now() + DELAY_MS;
  let isShown = false;
  return {
    report: (count) => {
      const now = performance.now();
      if (now < next) return;
      next = now + INTERVAL_MS;
      isShown = true;
      io.stderr(`\r${count} ${what}`);
    },
    end: () => {
      if (isShown) io.stderr("\r\u001b[K");
    },
  };
}

/**
 * Calls that come close together become one at once and one at the end, and never two at a time:
 * what is asked for while it runs is done once more after it.
 */
export function throttle(run: () => Promise<void>, pauseMs: number): () => void {
  let isBusy = false;
  let isAsked = false;
  const start = async (): Promise<void> => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      await run();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void start();
  };
}

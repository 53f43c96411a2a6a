/** Runs actions one after the other, in the order in which they were asked for. */
export function createExclusion(): <Value>(action: () => Promise<Value>) => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  return (action) => {
    const next = last.then(action, action);
    last = next.catch(() => undefined);
    return next;
  };
}

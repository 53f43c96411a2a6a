/** Numbers at positions, and what they add up to before a position: both in logarithmic time. */
export interface RunningSums {
  add(position: number, value: number): void;
  /** The sum of what was added at lower positions. */
  before(position: number): number;
}

/** A binary indexed tree that grows with the positions. */
export function createRunningSums(): RunningSums {
  /** Each entry is the sum of as many positions as the lowest bit of its index says, up to it. */
  const tree: number[] = [0];

  function before(position: number): number {
    let sum = 0;
    for (let at = Math.min(position, tree.length - 1); at > 0; at &= at - 1) {
      sum += tree[at] as number;
    }
    return sum;
  }

  return {
    before,
    add(position, value) {
      for (let at = tree.length; at <= position + 1; at += 1) {
        tree.push(before(at - 1) - before(at & (at - 1)));
      }
      for (let at = position + 1; at < tree.length; at += at & -at) {
        (tree[at] as number) += value;
      }
    },
  };
}

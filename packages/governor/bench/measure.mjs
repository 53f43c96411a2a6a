/**
 * Times functions against each other: all of them once per round, so that what else the machine does
 * falls on each alike. Gives the median in milliseconds of the rounds after the warm ones.
 */
export async function measure(subjects, { rounds = 25, warmRounds = 5 } = {}) {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round < rounds + warmRounds; round++) {
    for (const [name, subject] of Object.entries(subjects)) {
      globalThis.gc?.();
      const start = performance.now();
      await subject();
      if (round >= warmRounds) times[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** One line of the report. */
export function line(text) {
  process.stdout.write(`${text}\n`);
}

/** A figure with its goal. */
export function figure(name, value, unit, goal) {
  const verdict =
    goal === undefined ? "" : value <= goal ? `  ok, goal ${goal}` : `  OVER goal ${goal}`;
  line(`  ${name.padEnd(52)} ${value.toFixed(2).padStart(9)} ${unit}${verdict}`);
}

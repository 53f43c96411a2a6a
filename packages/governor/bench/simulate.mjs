// Replays generated sessions with the built package: `node bench/simulate.mjs`.
import { quotedByOf, requestsOf, simulateStream } from "../dist/simulate.js";
import { figure, line, measure } from "./measure.mjs";
import { session } from "./sessions.mjs";

/** A session with so many requests, whose edits quote, in turn, what the last read of their file showed. */
function stream(requests) {
  const history = session(2 * requests, 200);
  const shown = new Map();
  const paths = new Map();
  for (const message of history) {
    for (const { id, name, args } of message.calls ?? []) {
      if (name === "read_file") paths.set(id, args.path);
      if (name === "edit_file") args.oldText = (shown.get(args.path) ?? []).splice(0, 4).join("\n");
    }
    const path = message.role === "tool" ? paths.get(message.callId) : undefined;
    if (path === undefined) continue;
    shown.set(path, JSON.parse(message.content).content.split("\n"));
  }
  return { history, requests: requestsOf({ history }) };
}

const quotedBy = quotedByOf("alisio");
const streams = [2000, 4000, 8000].map(stream);
const eager = { epochMessages: 0, minAgeTurns: 1, quotedBy };

const times = await measure(
  {
    epochs: () => simulateStream(streams[0], { quotedBy }),
    cold: () => simulateStream(streams[0], { apply: "cold", quotedBy }),
    eager: () => simulateStream(streams[0], eager),
    twice: () => simulateStream(streams[1], eager),
    fourTimes: () => simulateStream(streams[2], eager),
    bare: () => simulateStream(streams[2], { epochMessages: 0, minAgeTurns: 1 }),
  },
  { rounds: 3, warmRounds: 1 },
);

line(`\nSimulation of a session with ${streams[0].requests.length} requests:`);
const { elided, stillNeeded, prefixChangesAdded } = simulateStream(streams[0], eager);
line(
  `  elided ${elided}, still needed ${stillNeeded}, changes of the prefix ${prefixChangesAdded}`,
);
figure("epochs of 32", times.epochs, "ms");
figure("cold moments", times.cold, "ms");
figure("as early as possible", times.eager, "ms", 3000);
figure(`${streams[1].requests.length} requests`, times.twice, "ms");
figure(`${streams[2].requests.length} requests`, times.fourTimes, "ms");
figure("the same without still-needed", times.bare, "ms");

const megabytes = () => process.resourceUsage().maxRSS / 1024;
const [short, long] = [5000, 50_000].map(stream);
const before = megabytes();
const grown = await measure(
  {
    short: () => simulateStream(short, eager),
    long: () => simulateStream(long, eager),
    longEpochs: () => simulateStream(long, { quotedBy }),
    longCold: () => simulateStream(long, { apply: "cold", quotedBy }),
  },
  { rounds: 1, warmRounds: 0 },
);
line(
  `\nOf ${short.history.length} and ${long.history.length} messages, with ${short.requests.length} and ${long.requests.length} requests, each once:`,
);
figure("short, as early as possible", grown.short, "ms");
figure("long, as early as possible", grown.long, "ms", 20_000);
figure("long / short (10 times the messages)", grown.long / grown.short, "times", 15);
figure("long, epochs of 32", grown.longEpochs, "ms");
figure("long, cold moments", grown.longCold, "ms");
figure("memory beside the sessions, at most", megabytes() - before, "MB");

import type { Message, ToolProfile } from "../../../src/index.ts";
import { quotedByOf } from "../../../src/simulate/quoted-by.ts";
import { requestsOf } from "../../../src/simulate/requests-of.ts";
import { simulateStream } from "../../../src/simulate/simulate-stream.ts";
import type { SimulationFigures, SimulationSettings } from "../../../src/simulate/types.ts";

/** A conversation that is written down call by call. */
export interface Talk {
  readonly history: Message[];
  /** One answer with one call, and its result. */
  readonly call: (name: string, args: unknown, result: string, isError?: boolean) => Talk;
  readonly user: (text: string) => Talk;
  readonly say: (text: string) => Talk;
  /** So many answers about nothing. */
  readonly pass: (turns: number) => Talk;
}

export function talk(): Talk {
  const history: Message[] = [];
  const self: Talk = {
    history,
    call(name, args, result, isError = false) {
      const id = `c${history.length}`;
      history.push({ role: "assistant", text: "", calls: [{ id, name, args }] });
      history.push({ role: "tool", callId: id, content: result, isError });
      return self;
    },
    user(text) {
      history.push({ role: "user", text });
      return self;
    },
    say(text) {
      history.push({ role: "assistant", text });
      return self;
    },
    pass(turns) {
      for (let turn = 0; turn < turns; turn += 1) self.call("Other", {}, "nothing of interest");
      return self;
    },
  };
  return self;
}

/** As early as the rules allow. */
export function replayed(
  { history }: Talk,
  agent: string,
  profile: ToolProfile,
  settings: SimulationSettings = {},
): SimulationFigures {
  return simulateStream(
    { history, requests: requestsOf({ history }) },
    { minAgeTurns: 1, epochMessages: 0, profile, quotedBy: quotedByOf(agent), ...settings },
  );
}

import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as root from "../src/index.ts";
import { AgentError } from "../src/index.ts";
import * as scripted from "../src/scripted.ts";
import * as sessions from "../src/sessions.ts";
import { bench, fakeModel } from "./support/harness.ts";

describeWrongArguments({
  isOwnError: AgentError.isInstance,
  entries: { root, scripted, sessions },
  rows: {
    "root createAgentRunner": {
      places: [(wrong) => root.createAgentRunner(wrong)],
      options: async (more) => {
        const right = (await bench()).options(fakeModel([]));
        await (await root.createAgentRunner(withMore(right, more))).close();
      },
      rejects: true,
    },
    "scripted createScriptedModel": {
      places: [(wrong) => scripted.createScriptedModel(wrong)],
    },
    "scripted parseTurnScript": {
      places: [(wrong) => scripted.parseTurnScript(wrong)],
      takes: [["text"]],
    },
    "sessions createSessionReader": {
      places: [(wrong) => sessions.createSessionReader(wrong)],
      options: (more) =>
        sessions.createSessionReader(withMore({ sessionsDirectory: import.meta.dirname }, more)),
    },
  },
});

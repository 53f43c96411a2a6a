import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as root from "../src/index.ts";
import { AgentError, ModelError } from "../src/index.ts";
import * as providers from "../src/providers.ts";
import * as scripted from "../src/scripted.ts";
import * as sessions from "../src/sessions.ts";
import { bench, fakeModel } from "./support/harness.ts";

const client: providers.ModelClientOptions = {
  type: "anthropic",
  baseURL: "http://localhost:1/v1",
  model: "m",
};

describeWrongArguments({
  isOwnError: (value) => AgentError.isInstance(value) || ModelError.isInstance(value),
  entries: { root, providers, scripted, sessions },
  rows: {
    "root createAgentRunner": {
      places: [(wrong) => root.createAgentRunner(wrong)],
      options: async (more) => {
        const right = (await bench()).options(fakeModel([]));
        await (await root.createAgentRunner(withMore(right, more))).close();
      },
      rejects: true,
    },
    "providers createModelClient": {
      places: [
        (wrong) => providers.createModelClient(wrong),
        (wrong) => providers.createModelClient({ ...client, type: wrong }),
        (wrong) => providers.createModelClient({ ...client, baseURL: wrong }),
        (wrong) => providers.createModelClient({ ...client, model: wrong }),
        (wrong) => providers.createModelClient({ ...client, apiKey: wrong }),
        (wrong) => providers.createModelClient({ ...client, idleTimeoutMs: wrong }),
        (wrong) => providers.createModelClient({ ...client, now: wrong }),
      ],
      takes: [
        [],
        [],
        [],
        ["text"],
        ["undefined", "text"],
        ["undefined", "number"],
        ["undefined", "function"],
      ],
      codes: ["bad_request"],
      options: (more) => providers.createModelClient(withMore(client, more)),
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

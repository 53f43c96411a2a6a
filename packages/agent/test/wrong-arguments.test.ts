import { describeWrongArguments } from "../../../vitest.wrong-arguments.ts";
import * as root from "../src/index.ts";
import { AgentError } from "../src/index.ts";
import * as scripted from "../src/scripted.ts";
import * as sessions from "../src/sessions.ts";

const script = { schemaVersion: 1, name: "s", turns: [] } as const;

describeWrongArguments({
  isOwnError: AgentError.isInstance,
  entries: { root, scripted, sessions },
  rows: {
    "root createAgentRunner": { places: [(wrong) => root.createAgentRunner(wrong)], rejects: true },
    "scripted createScriptedModel": {
      places: [(wrong) => scripted.createScriptedModel(wrong)],
    },
    "scripted createScriptedModel of a script": {
      places: [() => scripted.createScriptedModel(script)],
      takes: ["all"],
    },
    "scripted parseTurnScript": {
      places: [(wrong) => scripted.parseTurnScript(wrong)],
      takes: [["text"]],
    },
    "sessions createSessionReader": {
      places: [(wrong) => sessions.createSessionReader(wrong)],
      options: (more) =>
        sessions.createSessionReader(
          Object.defineProperties(
            { sessionsDirectory: import.meta.dirname },
            Object.getOwnPropertyDescriptors(more as object),
          ),
        ),
    },
  },
});

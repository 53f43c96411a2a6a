import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as root from "../src/index.ts";
import { AgentsMdError } from "../src/index.ts";
import * as node from "../src/node.ts";
import { optionsOf } from "./support/tables.ts";

const right = optionsOf({ "/repo/AGENTS.md": "Rules." });
const here = { cwd: import.meta.dirname };
const codes = ["invalid_path"];
const rejects = true;
const tracker = await root.createInstructionTracker(right);

describeWrongArguments({
  isOwnError: AgentsMdError.isInstance,
  entries: { root, node },
  rows: {
    "root createInstructionTracker": {
      places: [(wrong) => root.createInstructionTracker(wrong)],
      options: (more) => root.createInstructionTracker(withMore(right, more)),
      rejects,
    },
    "root createInstructionTracker step": {
      places: [(wrong) => tracker.step(wrong)],
      takes: [["array"]],
      rejects,
    },
    "root createInstructionTracker forget": {
      places: [(wrong) => tracker.forget(wrong)],
      takes: [["undefined", "empty"]],
      options: (more) => tracker.forget(more),
    },
    "root escapePath": { places: [(wrong) => root.escapePath(wrong)], takes: [["text"]] },
    "root explainAll": {
      places: [(wrong) => root.explainAll(wrong)],
      options: (more) => root.explainAll(withMore(right, more)),
      rejects,
    },
    "root explainPath": {
      places: [(wrong) => root.explainPath(wrong)],
      options: (more) => root.explainPath(withMore({ ...right, target: "a" }, more)),
      rejects,
    },
    "root resolveInstructions": {
      places: [(wrong) => root.resolveInstructions(wrong)],
      options: (more) => root.resolveInstructions(withMore(right, more)),
      rejects,
    },
    "node createInstructionTracker": {
      places: [(wrong) => node.createInstructionTracker(wrong)],
      codes,
      options: (more) => node.createInstructionTracker(withMore(here, more)),
      rejects,
    },
    "node createNodeReader": {
      places: [() => node.createNodeReader()],
      takes: ["all"],
    },
    "node explainAll": {
      places: [(wrong) => node.explainAll(wrong)],
      codes,
      options: (more) => node.explainAll(withMore({ ...here, maxDirectories: 1 }, more)),
      rejects,
    },
    "node explainPath": {
      places: [(wrong) => node.explainPath(wrong)],
      codes,
      options: (more) => node.explainPath(withMore({ ...here, target: "a" }, more)),
      rejects,
    },
    "node findWorkspaceRoot": {
      places: [(wrong) => node.findWorkspaceRoot(wrong)],
      codes: [...codes, "not_a_directory"],
      rejects,
    },
    "node resolveInstructions": {
      places: [(wrong) => node.resolveInstructions(wrong)],
      codes,
      options: (more) => node.resolveInstructions(withMore(here, more)),
      rejects,
    },
    "node sha256": { places: [(wrong) => node.sha256(wrong)] },
  },
});

import { join } from "node:path";
import { describeWrongArguments, withMore } from "../../../vitest.wrong-arguments.ts";
import * as root from "../src/index.ts";
import { SkillsDiscoveryError } from "../src/index.ts";
import * as node from "../src/node.ts";
import * as overrides from "../src/overrides.ts";
import * as searching from "../src/search.ts";

const nowhere = join(import.meta.dirname, "nowhere");
const homes = { homeDirectory: nowhere, configHome: nowhere };
const snapshot = await node.discoverSkills({ cwd: import.meta.dirname, ...homes });
const session = root.createSkillSession({ snapshot });
const catalog = session.catalog();
const fileSystem = node.createNodeFileSystem();
const places = {
  cwd: "/w",
  workspaceRoot: "/w",
  trustProject: false,
  homeDirectory: null,
  configHome: null,
};
const bytes = new TextEncoder().encode("---\nname: a\ndescription: Does it.\n---\n");
const codes = ["unknown_snapshot", "unknown_skill", "project_untrusted"];
const rejects = true;
// Of a snapshot without skills only what is wrong with the options can be told apart.
const refusing = (call: (more: object) => unknown) => async (more: never) => {
  try {
    return await call(more);
  } catch (error) {
    if (SkillsDiscoveryError.isInstance(error) && error.code === "unknown_skill") return undefined;
    throw error;
  }
};

describeWrongArguments({
  isOwnError: SkillsDiscoveryError.isInstance,
  entries: { root, node, overrides, searching },
  rows: {
    ...Object.fromEntries(
      (["root", "node"] as const).flatMap((entry) => {
        const functions = entry === "root" ? root : node;
        return [
          [
            `${entry} buildCatalog`,
            {
              places: [(wrong: never) => functions.buildCatalog(wrong)],
              options: (more: never) => functions.buildCatalog(withMore({ snapshot }, more)),
            },
          ],
          [
            `${entry} buildSkillReport`,
            {
              places: [(wrong: never) => functions.buildSkillReport(wrong)],
              options: (more: never) =>
                functions.buildSkillReport(withMore({ snapshot, catalog }, more)),
            },
          ],
          [
            `${entry} createSkillSession`,
            {
              places: [(wrong: never) => functions.createSkillSession(wrong)],
              options: (more: never) => functions.createSkillSession(withMore({ snapshot }, more)),
            },
          ],
          [
            `${entry} loadSkillBody`,
            {
              places: [(wrong: never) => functions.loadSkillBody(wrong)],
              codes,
              options: refusing((more) =>
                functions.loadSkillBody(withMore({ snapshot, name: "a" }, more)),
              ),
              rejects,
            },
          ],
          [
            `${entry} readSkillResource`,
            {
              places: [(wrong: never) => functions.readSkillResource(wrong)],
              codes: [...codes, "resource_path_refused"],
              options: refusing((more) =>
                functions.readSkillResource(withMore({ snapshot, name: "a", path: "b" }, more)),
              ),
              rejects,
            },
          ],
          [
            `${entry} refreshSkills`,
            {
              places: [(wrong: never) => functions.refreshSkills(wrong)],
              codes,
              options: (more: never) => functions.refreshSkills(withMore({ snapshot }, more)),
              rejects,
            },
          ],
        ];
      }),
    ),
    "root defaultOmissionNote": {
      places: [(wrong) => root.defaultOmissionNote(wrong)],
      takes: [["number"]],
    },
    "root buildIntegrityManifest": {
      places: [(wrong) => root.buildIntegrityManifest(wrong)],
      codes,
      options: refusing((more) =>
        root.buildIntegrityManifest(withMore({ snapshot, name: "a" }, more)),
      ),
      rejects,
    },
    "root checkSkillLinks": {
      places: [(wrong) => root.checkSkillLinks(wrong)],
      options: (more) =>
        root.checkSkillLinks(withMore({ text: "", path: "a", findTarget: () => "found" }, more)),
      rejects,
    },
    "root createSkillSession catalog": {
      places: [(wrong) => session.catalog(wrong)],
      takes: [["undefined", "empty"]],
      options: (more) => session.catalog(more),
    },
    "root createSkillSession load": {
      places: [(wrong) => session.load(wrong), (wrong) => session.load("a", wrong)],
      codes,
      options: refusing((more) => session.load("a", more)),
      rejects,
    },
    "root createSkillSession resource": {
      places: [
        (wrong) => session.resource(wrong, "b"),
        (wrong) => session.resource("a", wrong),
        (wrong) => session.resource("a", "b", wrong),
      ],
      codes: [...codes, "resource_path_refused"],
      options: refusing((more) => session.resource("a", "b", more)),
      rejects,
    },
    "root createSkillSession refresh": {
      places: [(wrong) => session.refresh(wrong)],
      takes: [["undefined", "empty"]],
      options: (more) => session.refresh(more),
      rejects,
    },
    "root createSkillSession release": {
      places: [(wrong) => session.release(wrong)],
      takes: [["text"]],
    },
    "root createSkillTools": {
      places: [(wrong) => root.createSkillTools(wrong)],
      options: (more) => root.createSkillTools(withMore({ session }, more)),
    },
    "root discoverSkills": {
      places: [(wrong) => root.discoverSkills(wrong)],
      options: (more) => root.discoverSkills(withMore({ fileSystem, roots: [] }, more)),
      rejects,
    },
    "root fixSkill": {
      places: [(wrong) => root.fixSkill(wrong)],
      options: (more) => root.fixSkill(withMore({ bytes }, more)),
      rejects,
    },
    "root inspectSkill": {
      places: [(wrong) => root.inspectSkill(wrong)],
      options: (more) =>
        root.inspectSkill(withMore({ bytes, path: "a/SKILL.md", directoryName: "a" }, more)),
    },
    "root parseSkillCommand": {
      places: [(wrong) => root.parseSkillCommand(wrong)],
      takes: [["text"]],
    },
    "root planSkillRoots": {
      places: [(wrong) => root.planSkillRoots(wrong)],
      options: (more) => root.planSkillRoots(withMore(places, more)),
    },
    "root resolveCollisions": {
      places: [(wrong) => root.resolveCollisions(wrong)],
      options: (more) => root.resolveCollisions(withMore({ candidates: [] }, more)),
    },
    "root validateSkill": {
      places: [(wrong) => root.validateSkill(wrong)],
      options: (more) => root.validateSkill(withMore({ content: bytes, path: "a/SKILL.md" }, more)),
      rejects,
    },
    "root verifyIntegrity": {
      places: [(wrong) => root.verifyIntegrity(wrong)],
      codes,
      options: refusing((more) =>
        root.verifyIntegrity(withMore({ snapshot, name: "a", manifest: {} as never }, more)),
      ),
      rejects,
    },
    "node createNodeFileSystem": {
      places: [() => node.createNodeFileSystem()],
      takes: ["all"],
    },
    "node discoverSkills": {
      places: [(wrong) => node.discoverSkills(wrong)],
      takes: [["undefined", "empty"]],
      options: (more) => node.discoverSkills(withMore(homes, more)),
      rejects,
    },
    "node readPlugins": {
      places: [(wrong) => node.readPlugins(wrong)],
      options: (more) => node.readPlugins(withMore({ directories: [] }, more)),
    },
    "node validatePaths": {
      places: [
        (wrong) => node.validatePaths(wrong),
        (wrong) => node.validatePaths({ paths: [nowhere], discover: wrong }),
      ],
      takes: [
        ["undefined", "empty"],
        ["undefined", "empty"],
      ],
      options: (more) => node.validatePaths(withMore({ paths: [nowhere] }, more)),
      rejects,
    },
    "overrides editSkillOverride": {
      places: [(wrong) => overrides.editSkillOverride(wrong)],
      options: (more) =>
        overrides.editSkillOverride(withMore({ text: "", name: "a", value: null }, more)),
    },
    "overrides setSkillOverride": {
      places: [(wrong) => overrides.setSkillOverride(wrong)],
      codes,
      options: (more) =>
        overrides.setSkillOverride(
          withMore({ target: "user", configHome: nowhere, name: "a", value: null } as const, more),
        ),
      rejects,
    },
    "searching searchSkills": {
      places: [(wrong) => searching.searchSkills(wrong)],
      codes,
      options: (more) => searching.searchSkills(withMore({ snapshot, query: "a" }, more)),
    },
  },
});

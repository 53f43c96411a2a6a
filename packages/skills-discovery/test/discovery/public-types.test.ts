import { describe, expectTypeOf, test } from "vitest";
import type {
  BuildCatalogOptions,
  IntegrityManifest,
  IntegrityReport,
  LoadedResource,
  LoadedSkill,
  SkillCatalog,
  SkillCommand,
  SkillDiagnosticCode,
  SkillEvent,
  SkillFileSystem,
  SkillListReport,
  SkillRefresh,
  SkillRoot,
  SkillSession,
  SkillSnapshot,
  SkillsDiscoveryErrorCode,
  SkillTool,
} from "../../src/index.ts";
import * as root from "../../src/index.ts";
import * as node from "../../src/node.ts";
import { type SetSkillOverrideResult, setSkillOverride } from "../../src/overrides.ts";
import { type SkillSearchResult, searchSkills } from "../../src/search.ts";

describe("the public types", () => {
  test("of functions", () => {
    expectTypeOf(root.planSkillRoots).returns.toEqualTypeOf<readonly SkillRoot[]>();
    expectTypeOf(root.discoverSkills).returns.resolves.toEqualTypeOf<SkillSnapshot>();
    expectTypeOf(root.refreshSkills).returns.resolves.toEqualTypeOf<SkillRefresh>();
    expectTypeOf(root.buildCatalog).parameters.toEqualTypeOf<[BuildCatalogOptions]>();
    expectTypeOf(root.buildCatalog).returns.toEqualTypeOf<SkillCatalog>();
    expectTypeOf(root.buildSkillReport).returns.toEqualTypeOf<SkillListReport>();
    expectTypeOf(root.loadSkillBody).returns.resolves.toEqualTypeOf<LoadedSkill>();
    expectTypeOf(root.readSkillResource).returns.resolves.toEqualTypeOf<LoadedResource>();
    expectTypeOf(root.createSkillSession).returns.toEqualTypeOf<SkillSession>();
    expectTypeOf(root.createSkillTools).returns.toEqualTypeOf<readonly SkillTool[]>();
    expectTypeOf(root.buildIntegrityManifest).returns.resolves.toEqualTypeOf<IntegrityManifest>();
    expectTypeOf(root.verifyIntegrity).returns.resolves.toEqualTypeOf<IntegrityReport>();
    expectTypeOf(root.parseSkillCommand).returns.toEqualTypeOf<SkillCommand | undefined>();
    expectTypeOf(node.createNodeFileSystem).returns.toEqualTypeOf<SkillFileSystem>();
    expectTypeOf(searchSkills).returns.toEqualTypeOf<SkillSearchResult>();
    expectTypeOf(setSkillOverride).returns.resolves.toEqualTypeOf<SetSkillOverrideResult>();
  });

  test("one call with nothing but a directory, or nothing at all", () => {
    expectTypeOf(node.discoverSkills).toBeCallableWith({ cwd: "." });
    expectTypeOf(node.discoverSkills).toBeCallableWith();
    expectTypeOf(node.validatePaths).toBeCallableWith();
  });

  test("values are read-only", () => {
    type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
    expectTypeOf<SkillSnapshot>().not.toEqualTypeOf<Writable<SkillSnapshot>>();
    expectTypeOf<SkillSnapshot["skills"]>().not.toExtend<unknown[]>();
    expectTypeOf<SkillCatalog>().not.toEqualTypeOf<Writable<SkillCatalog>>();
    expectTypeOf<SkillEvent>().not.toEqualTypeOf<Writable<SkillEvent>>();
  });

  test("codes are unions to branch on, and nothing is any", () => {
    expectTypeOf<"name.collision">().toExtend<SkillDiagnosticCode>();
    expectTypeOf<"name.colision">().not.toExtend<SkillDiagnosticCode>();
    expectTypeOf<"resource_outside">().toExtend<SkillsDiscoveryErrorCode>();
    expectTypeOf<SkillSnapshot["skills"][number]["metadata"]["metadata"]>().toEqualTypeOf<
      Readonly<Record<string, string>>
    >();
    expectTypeOf(root.discoverSkills).parameter(0).not.toBeAny();
    const fileSystem = {} as SkillFileSystem;
    // Never called: that these don't compile is the test.
    const mistakes = [
      // @ts-expect-error A decision that doesn't exist.
      () => root.discoverSkills({ fileSystem, roots: [], overrides: { a: "maybe" } }),
      // @ts-expect-error A project's configuration needs its root and its trust.
      () => setSkillOverride({ target: "project", name: "a", value: "off" }),
    ];
    expectTypeOf(mistakes).toBeArray();
  });
});

import { describe, expect, expectTypeOf, test } from "vitest";
import { buildCatalog } from "../../src/build-catalog.ts";
import { buildSkillReport } from "../../src/build-skill-report.ts";
import { type CheckSkillLinksOptions, checkSkillLinks } from "../../src/check-skill-links.ts";
import { createSkillSession } from "../../src/create-skill-session.ts";
import { SkillsDiscoveryError } from "../../src/errors.ts";
import { type FixSkillOptions, fixSkill } from "../../src/fix-skill.ts";
import { type InspectSkillOptions, inspectSkill } from "../../src/inspect-skill.ts";
import { loadSkillBody } from "../../src/load-skill-body.ts";
import { validatePaths } from "../../src/node.ts";
import { readSkillResource } from "../../src/read-skill-resource.ts";
import type { SkillDiagnostic, SkillDiagnosticCode, SkillInspection } from "../../src/types.ts";
import type {
  FindLinkTarget,
  FixedSkill,
  LinkTarget,
  SkillValidation,
} from "../../src/types-format.ts";
import { type ValidateSkillOptions, validateSkill } from "../../src/validate-skill.ts";

describe("types of the format's functions", () => {
  test("are what callers rely on", () => {
    expectTypeOf(inspectSkill).toEqualTypeOf<
      (options: InspectSkillOptions) => SkillInspection | Promise<SkillInspection>
    >();
    expectTypeOf(validateSkill).toEqualTypeOf<
      (options: ValidateSkillOptions) => Promise<SkillValidation>
    >();
    expectTypeOf(fixSkill).toEqualTypeOf<(options: FixSkillOptions) => Promise<FixedSkill>>();
    expectTypeOf(checkSkillLinks).toEqualTypeOf<
      (options: CheckSkillLinksOptions) => Promise<readonly SkillDiagnostic[]>
    >();
    expectTypeOf<FindLinkTarget>().returns.toEqualTypeOf<LinkTarget | Promise<LinkTarget>>();
    expectTypeOf<"name.invalid">().toExtend<SkillDiagnosticCode>();
    expectTypeOf<SkillValidation["name"]>().toEqualTypeOf<string | null>();
  });
});

describe("mistakes of the caller", () => {
  const bytes = new Uint8Array();
  const wrong: readonly (readonly [string, () => unknown])[] = [
    [
      "bytes that are text",
      () => inspectSkill({ bytes: "x" as never, path: "p", directoryName: "d" }),
    ],
    ["no path", () => inspectSkill({ bytes, path: undefined as never, directoryName: "d" })],
    ["no directory", () => inspectSkill({ bytes, path: "p", directoryName: 1 as never })],
    [
      "an unknown scope",
      () => inspectSkill({ bytes, path: "p", directoryName: "d", scope: "all" as never }),
    ],
    ["no content", () => validateSkill({ content: undefined as never, path: "p" })],
    ["content of a wrong type", () => validateSkill({ content: [1] as never, path: "p" })],
    ["no path to validate", () => validateSkill({ content: "", path: null as never })],
    [
      "a look-up that is none",
      () => validateSkill({ content: "", path: "p", findTarget: "x" as never }),
    ],
    [
      "links of no text",
      () => checkSkillLinks({ text: 1 as never, path: "p", findTarget: () => "found" }),
    ],
    [
      "links without a look-up",
      () => checkSkillLinks({ text: "", path: "p", findTarget: undefined as never }),
    ],
    ["nothing to mend", () => fixSkill({ bytes: null as never })],
    ["a catalog of nothing", () => buildCatalog(undefined as never)],
    ["a report of nothing", () => buildSkillReport(undefined as never)],
    ["a report without a snapshot", () => buildSkillReport({} as never)],
    ["a session of nothing", () => createSkillSession(undefined as never)],
    ["a body of nothing", () => loadSkillBody(undefined as never)],
    ["a resource of nothing", () => readSkillResource(undefined as never)],
    ["paths that are no list", () => validatePaths({ paths: "t" as never })],
  ];

  const nothing: ReadonlySet<string> = new Set(
    ["catalog", "report", "session", "body", "resource"].map((what) => `a ${what} of nothing`),
  );

  test.each(wrong)("%s: an error with a code", async (name, call) => {
    const error = await Promise.resolve()
      .then(call)
      .catch((reason: unknown) => reason);
    expect(SkillsDiscoveryError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      code: nothing.has(name) ? "invalid_argument" : "invalid_option",
    });
  });
});

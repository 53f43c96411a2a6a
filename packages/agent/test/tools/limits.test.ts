import { describe, expect, it } from "vitest";
import { AgentError } from "../../src/errors.ts";
import { DEFAULT_TOOL_LIMITS, resolveLimits } from "../../src/tools/limits.ts";
import type { WorkspaceToolLimits } from "../../src/tools/types-workspace-tools.ts";

describe("the limits of the tools", () => {
  it("are the defaults where none is set", () => {
    expect(resolveLimits()).toEqual(DEFAULT_TOOL_LIMITS);
    expect(resolveLimits({ maxSearchLines: 7 })).toEqual({
      ...DEFAULT_TOOL_LIMITS,
      maxSearchLines: 7,
    });
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, "5", null])(
    "are whole numbers that a timer can wait for, so not %s",
    (value) => {
      const limits = { killGraceMs: value } as unknown as Partial<WorkspaceToolLimits>;
      expect(() => resolveLimits(limits)).toThrow(/^limits\.killGraceMs is .*whole number from 1/);
      expect(() => resolveLimits(limits)).toThrow(AgentError);
    },
  );

  it("are known by name", () => {
    const limits = { maxLines: 5 } as unknown as Partial<WorkspaceToolLimits>;
    expect(() => resolveLimits(limits)).toThrow("no limit named maxLines");
  });
});

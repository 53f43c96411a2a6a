import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  InvariantsError,
  MAX_INSTRUCTION_CHARS,
  MAX_INSTRUCTIONS,
  summariserFragment,
} from "../src/index.ts";
import {
  invariantsSettingsSchema,
  storedInvariantsSchema,
  summariserAnswerSchema,
} from "../src/schemas.ts";

describe("summariserFragment", () => {
  it("asks for the field of the schema, within the limits", () => {
    const fragment = summariserFragment();
    const [field] = Object.keys(summariserAnswerSchema.shape);
    expect(fragment).toContain(`"${field}"`);
    expect(fragment).toContain(`At most ${MAX_INSTRUCTIONS} of ${MAX_INSTRUCTION_CHARS} char`);
    expect([MAX_INSTRUCTIONS, MAX_INSTRUCTION_CHARS]).toEqual([20, 500]);
    expect(fragment).toBe(fragment.trim());
    expect(summariserFragment({ mode: "on" })).toBe(fragment);
  });

  it("asks nothing extra in shadow and off", () => {
    expect(summariserFragment({ mode: "shadow" })).toBe("");
    expect(summariserFragment({ mode: "off" })).toBe("");
  });

  it("refuses a mode that does not exist", () => {
    expect(() => summariserFragment({ mode: "yes" as never })).toThrow(InvariantsError);
  });
});

describe("schemas", () => {
  it("take any number of quotes, and grow by the host's own fields", () => {
    const quotes = Array.from({ length: 30 }, () => "x".repeat(600));
    const schema = summariserAnswerSchema.extend({ summary: z.string() });
    expect(schema.parse({ summary: "s", quotes })).toEqual({ summary: "s", quotes });
    expect(summariserAnswerSchema.safeParse({ quotes: "none" }).success).toBe(false);
    expect(z.toJSONSchema(schema)).toMatchObject({
      required: ["quotes", "summary"],
      additionalProperties: false,
    });
  });

  it("hold the limits of a stored value", () => {
    const accepts = (instructions: string[], version = 1): boolean =>
      storedInvariantsSchema.safeParse({ version, instructions }).success;
    expect(accepts(["x".repeat(500)])).toBe(true);
    expect(accepts(["x".repeat(501)])).toBe(false);
    expect(accepts(Array(20).fill("x"))).toBe(true);
    expect(accepts(Array(21).fill("x"))).toBe(false);
    expect(accepts([" \n"])).toBe(false);
    expect(accepts([], 2)).toBe(false);
  });

  it("hold the range and the default of maxChars, and refuse a misspelt setting", () => {
    expect(invariantsSettingsSchema.parse({})).toEqual({ maxChars: 4000 });
    for (const maxChars of [1000, 20_000]) {
      expect(invariantsSettingsSchema.parse({ maxChars })).toEqual({ maxChars });
    }
    for (const wrong of [{ maxChars: 999 }, { maxChars: 20_001 }, { maxChars: 1.5e3 + 0.5 }]) {
      expect(invariantsSettingsSchema.safeParse(wrong).success).toBe(false);
    }
    expect(invariantsSettingsSchema.safeParse({ maxchars: 2000 }).success).toBe(false);
  });
});

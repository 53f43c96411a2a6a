import { expectTypeOf, it } from "vitest";
import type { z } from "zod";
import * as root from "../src/index.ts";
import type { invariantsSettingsSchema, storedInvariantsSchema } from "../src/schemas.ts";

it("has exactly this interface", ({ expect }) => {
  expect(Object.keys(root).sort()).toEqual([
    "DEFAULT_MAINTAINER",
    "DEFAULT_MAX_CHARS",
    "DEFAULT_SETTING_NAME",
    "InvariantsError",
    "MAX_INSTRUCTIONS",
    "MAX_INSTRUCTION_CHARS",
    "acceptQuotes",
    "readStoredInvariants",
    "renderInvariants",
    "summariserFragment",
  ]);
});

it("has these types", () => {
  expectTypeOf(root.summariserFragment).toEqualTypeOf<
    (settings?: root.InvariantsSettings) => string
  >();
  expectTypeOf(root.acceptQuotes).toEqualTypeOf<
    (
      candidates: unknown,
      summarisedMessages: readonly root.SourceMessage[],
      stored: unknown,
    ) => root.AcceptedQuotes
  >();
  expectTypeOf(root.readStoredInvariants).toEqualTypeOf<(value: unknown) => root.StoredReading>();
  expectTypeOf(root.renderInvariants).toEqualTypeOf<
    (sources: root.InvariantSources, settings?: root.InvariantsSettings) => root.RenderedInvariants
  >();
  expectTypeOf<root.RefusalReason>().toEqualTypeOf<
    "not_verbatim" | "too_long" | "full" | "duplicate" | "empty"
  >();
  expectTypeOf<root.InvariantKind>().toEqualTypeOf<
    "instruction" | "goal" | "plan" | "criterion" | "grant"
  >();
  expectTypeOf<z.infer<typeof storedInvariantsSchema>>().toExtend<root.StoredInvariants>();
  expectTypeOf<z.infer<typeof invariantsSettingsSchema>>().toExtend<root.InvariantsSettings>();
  expectTypeOf<root.RenderedInvariants["text"]>().toEqualTypeOf<string | undefined>();
});

/**
 * Schemas of the summariser's answer, the stored value and the settings. Needs the optional peer
 * `zod`.
 *
 * @packageDocumentation
 */

import { z } from "zod";
import {
  DEFAULT_MAX_CHARS,
  MAX_INSTRUCTION_CHARS,
  MAX_INSTRUCTIONS,
  MAX_MAX_CHARS,
  MIN_MAX_CHARS,
} from "./limits.ts";

/**
 * The field that the summariser's answer carries. Extend it with what else the host asks for:
 * `summariserAnswerSchema.extend({ summary: z.string() })`. Quotes are not limited here, so that
 * one too many does not cost the whole answer; `acceptQuotes` judges each.
 */
export const summariserAnswerSchema: z.ZodObject<{ quotes: z.ZodArray<z.ZodString> }> = z.object({
  quotes: z
    .array(z.string())
    .describe("The user's standing instructions, each copied exactly from one user message."),
});

/** Version 1 of the value that a session holds under `contextInvariants`. */
export const storedInvariantsSchema: z.ZodObject<{
  version: z.ZodLiteral<1>;
  instructions: z.ZodArray<z.ZodString>;
}> = z.object({
  version: z.literal(1),
  instructions: z
    .array(
      z
        .string()
        .max(MAX_INSTRUCTION_CHARS)
        .refine((text) => text.trim() !== "", "must not be blank"),
    )
    .max(MAX_INSTRUCTIONS),
});

/** What a host's configuration file may say about the block. */
export const invariantsSettingsSchema: z.ZodObject<
  { maxChars: z.ZodDefault<z.ZodNumber> },
  z.core.$strict
> = z.strictObject({
  maxChars: z.number().int().min(MIN_MAX_CHARS).max(MAX_MAX_CHARS).default(DEFAULT_MAX_CHARS),
});

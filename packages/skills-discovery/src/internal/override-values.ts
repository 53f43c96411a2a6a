import type { SkillOverride, SkillOverrides } from "../types-snapshot.ts";
import { invalid } from "./options.ts";
import { quoteForMessage } from "./text.ts";

/** All decisions that a user can take about a name. */
export const SKILL_OVERRIDES: readonly SkillOverride[] = Object.freeze([
  "on",
  "off",
  "name-only",
  "manual",
]);

/** Checks decisions by name and keeps a copy of them. */
export function checkOverrides(overrides: SkillOverrides): SkillOverrides {
  if (typeof overrides !== "object" || overrides === null || Array.isArray(overrides)) {
    return invalid("overrides has to be an object of names and values.");
  }
  const checked: Record<string, SkillOverride> = Object.create(null);
  for (const [name, value] of Object.entries(overrides)) {
    if (!SKILL_OVERRIDES.includes(value)) {
      invalid(
        `The override for ${quoteForMessage(name)} has to be one of ${SKILL_OVERRIDES.join(", ")}, not ${quoteForMessage(value)}.`,
      );
    }
    checked[name] = value;
  }
  return Object.freeze(checked);
}

import type { ToolProfile } from "../../../src/index.ts";
import { checkAdapter } from "./check-adapter.ts";
import { ADAPTERS, type FormatName } from "./formats.ts";
import { EAGER } from "./sessions.ts";

/** The ids of the calls whose results are elided; checks all that holds for every request too. */
export function elidedIn(
  format: FormatName,
  request: object,
  profile?: ToolProfile,
): readonly string[] {
  const { mode: _, ...settings } = EAGER;
  const { elisions } = checkAdapter(ADAPTERS[format], request, {
    ...settings,
    ...(profile ? { profile } : {}),
  });
  return elisions.map(({ callId }) => callId);
}

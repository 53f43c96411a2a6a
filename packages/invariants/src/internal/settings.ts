import {
  DEFAULT_MAINTAINER,
  DEFAULT_MAX_CHARS,
  DEFAULT_SETTING_NAME,
  MAX_MAX_CHARS,
  MIN_MAX_CHARS,
} from "../limits.ts";
import type { InvariantsSettings } from "../types.ts";
import { demand } from "./demand.ts";

const MODES = ["on", "shadow", "off"];

/** Settings with every default filled in. */
export type ResolvedSettings = {
  readonly [Name in keyof InvariantsSettings]-?: NonNullable<InvariantsSettings[Name]>;
};

/** Up to 64 characters, no space first, no controls, format characters or lone surrogates. */
const LABEL = /^(?! )[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>[\]]{1,64}$/u;

/** Checks the settings and fills in the defaults. */
export function resolveSettings(settings: InvariantsSettings): ResolvedSettings {
  demand(Object(settings) === settings, "settings", settings, "an object");
  const {
    mode = "on",
    maxChars = DEFAULT_MAX_CHARS,
    maintainer = DEFAULT_MAINTAINER,
    settingName = DEFAULT_SETTING_NAME,
    ...unknown
  } = settings;
  const known = { mode, maxChars, maintainer, settingName };
  for (const name of Object.keys(unknown)) {
    demand(false, "setting", name, Object.keys(known));
  }
  demand(MODES.includes(mode), "mode", mode, MODES);
  demand(
    Number.isInteger(maxChars) && maxChars >= MIN_MAX_CHARS && maxChars <= MAX_MAX_CHARS,
    "maxChars",
    maxChars,
    `a whole number from ${MIN_MAX_CHARS} to ${MAX_MAX_CHARS}`,
  );
  // A label stands unquoted in a line of the block, so it must not be able to leave that line.
  for (const [label, value] of Object.entries({ maintainer, settingName })) {
    const isLabel = typeof value === "string" && LABEL.test(value);
    demand(isLabel, label, value, "1 to 64 characters, no brackets");
  }
  return known;
}

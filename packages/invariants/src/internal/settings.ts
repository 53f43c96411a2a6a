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
  const [name] = Object.keys(unknown);
  demand(name === undefined, "setting", name, Object.keys(known).join());
  demand(MODES.includes(mode), "mode", mode, MODES.join());
  demand(
    Number.isInteger(maxChars) && maxChars >= MIN_MAX_CHARS && maxChars <= MAX_MAX_CHARS,
    "maxChars",
    maxChars,
    `a whole number from ${MIN_MAX_CHARS} to ${MAX_MAX_CHARS}`,
  );
  demandLabel("maintainer", maintainer);
  demandLabel("settingName", settingName);
  return known;
}

/** A label stands unquoted in a line of the block, so it must not be able to leave that line. */
function demandLabel(name: string, value: unknown): void {
  demand(
    typeof value === "string" && LABEL.test(value),
    name,
    value,
    "1 to 64 characters, no brackets",
  );
}

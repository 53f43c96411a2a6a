import { governorMiddleware } from "@alisio/governor/ai-sdk";
import { profile } from "@alisio/governor/profiles/opencode";

export const log: string[] = [];

/** The one line: `wrapLanguageModel({ model, middleware })`. */
export const middleware = governorMiddleware({
  mode: "on",
  profile,
  onGoverned: ({ totals }) => log.push(`${totals?.elided} elided`),
});

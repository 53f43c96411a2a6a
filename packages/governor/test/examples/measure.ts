import { type Message, projectHistory } from "@alisio/governor";

/** What the governor would save on a session, without a change of any request. */
export function wouldSave(history: readonly Message[]): string {
  const { elisions, totals } = projectHistory(history, { mode: "shadow" });
  const saved = elisions.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0);
  return `${elisions.length} results, about ${saved} of ${totals?.tokensBefore} tokens`;
}

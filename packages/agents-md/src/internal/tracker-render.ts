import { escapePath } from "../escape-path.ts";
import type { HashBytes } from "../reader-types.ts";
import { ATTACHED_HEADER, renderText, type TextPart } from "./render-text.ts";
import type { Retraction } from "./tracker-retract.ts";

const NOT_RUN = `This call was not run: it touches paths with project instructions that you had not seen when you made it.`;
const HERE = "Read them below, then make the call again if it is still right.";
const ELSEWHERE =
  "They come with another result of this step. Read them, then make the call again if it is still right.";

const WHY: Readonly<Record<Retraction["reason"], string>> = {
  deleted: "it was deleted",
  replaced: "another file of its directory takes its place",
  emptied: "it is empty now",
  refused: "it can't be used as text any more",
};

/** What a call's outcome says to the model. */
export async function renderOutcome(
  returned: boolean,
  retractions: readonly Retraction[],
  parts: readonly TextPart[],
  sha256: HashBytes,
): Promise<string> {
  const files = await renderText(ATTACHED_HEADER, parts, sha256);
  const sections = [
    returned ? `${NOT_RUN} ${files === "" ? ELSEWHERE : HERE}\n` : "",
    renderRetractions(retractions),
    files,
  ];
  return sections.filter((section) => section !== "").join("\n");
}

function renderRetractions(retractions: readonly Retraction[]): string {
  if (retractions.length === 0) return "";
  const lines = retractions.map(({ seen, reason }) => {
    const whose = seen.scope === "global" ? "the global file " : "";
    return `- ${whose}${escapePath(seen.path)} no longer applies: ${WHY[reason]}\n`;
  });
  return `# Project instructions withdrawn\n\nDisregard what you were given from these files:\n${lines.join("")}`;
}

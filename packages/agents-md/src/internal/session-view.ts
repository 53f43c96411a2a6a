import { escapePath } from "../escape-path.ts";
import type { InstructionFile } from "../types.ts";
import type { Context } from "./context.ts";
import { describeFile, whereCut } from "./describe.ts";
import { isSameFile } from "./load-directory.ts";
import type { PlannedFile } from "./plan-budget.ts";

/**
 * What a session in the working directory holds of a file of some path: the set of that path says
 * what counts there, but a text that was sent when the session started stays as it is.
 *
 * @param eager - the set of the working directory
 */
export function describeInSession(
  context: Context,
  planned: PlannedFile,
  eager: readonly PlannedFile[],
): InstructionFile {
  const described = describeFile(context, planned);
  if (planned.status === "shadowed") return described;
  const sent = heldEagerly(planned, eager);
  // A duplicate of what was sent: there is no more to say.
  if (sent !== undefined && sent.file === planned.countsAt) return described;
  if (described.delivery === "attached") {
    return sent === undefined || planned.kept.length === 0
      ? described
      : {
          ...described,
          reason: `${described.reason}; a session here already holds it as ${escapePath(sent.file.path)}`,
        };
  }
  if (sent === undefined) {
    // Left out of the eager text, so the model has not seen it: it comes with a touch, if it fits there.
    return planned.kept.length === 0 ? described : leftOut(described, planned, eager);
  }
  if (planned.kept.length > sent.kept.length && sent.status === "truncated") {
    const cut = sent.cut === undefined ? "" : `, ${whereCut(sent.cut)}`;
    return {
      ...described,
      status: "truncated",
      loadedBytes: sent.kept.length,
      reason: `the first ${sent.kept.length} of ${sent.file.bytes} bytes are kept${cut}: it was cut in the text that a session here starts with`,
    };
  }
  if (planned.kept.length < sent.kept.length) {
    const held =
      sent.status === "loaded" ? "holds it whole" : `holds its first ${sent.kept.length} bytes`;
    return {
      ...described,
      reason: `${described.reason}; a session here still ${held}, as it was sent`,
    };
  }
  return described;
}

function leftOut(
  described: InstructionFile,
  planned: PlannedFile,
  eager: readonly PlannedFile[],
): InstructionFile {
  const dropped = eager.some(
    ({ file, status }) => status === "dropped" && isSameFile(file, planned.file),
  );
  if (!dropped) return described;
  return {
    ...described,
    delivery: "attached",
    reason: `${described.reason}; it did not fit the text that a session here starts with`,
  };
}

/** The entry of the eager text that gives the model this very file. */
function heldEagerly(planned: PlannedFile, eager: readonly PlannedFile[]): PlannedFile | undefined {
  return eager.find((sent) => sent.kept.length > 0 && isSameFile(sent.file, planned.file));
}

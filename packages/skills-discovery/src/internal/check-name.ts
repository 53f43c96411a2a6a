import { AT_FENCE, fault, information, type Problem, rejection, warning } from "./problem.ts";
import { faultOfName, normaliseName } from "./skill-name.ts";
import { quoteForMessage } from "./text.ts";
import { entryOf, isNull, type MappingNode, scalarType } from "./yaml-tree.ts";

const RULE = "1 to 64 lower-case letters and digits with single hyphens between them";

/**
 * Judges `name`, and gives it as it is compared: trimmed, after NFKC. Null where there is none.
 *
 * @param directoryName - Undefined where it isn't known: then nothing is compared with it.
 */
export function checkName(
  mapping: MappingNode,
  directoryName: string | undefined,
  problems: Problem[],
): string | null {
  const entry = entryOf(mapping, "name");
  if (entry === undefined || isNull(entry.value)) {
    problems.push(missingName(entry?.keyStart ?? AT_FENCE, directoryName));
    return null;
  }
  const { value } = entry;
  if (value.kind !== "scalar") {
    const message = `\`name\` is a ${value.kind === "sequence" ? "list" : "mapping"}; write it as text: ${RULE}.`;
    problems.push(rejection("name.invalid", value.start, message));
    return null;
  }
  const name = normaliseName(value.text);
  const nameFault = faultOfName(name);
  if (nameFault !== undefined) {
    const message = `The name ${quoteForMessage(name)} ${nameFault}; a name has ${RULE}.`;
    problems.push(rejection("name.invalid", value.start, message));
  } else {
    noteName(name, value.start, problems);
    const type = scalarType(value);
    if (type !== "text") {
      const message = `Other readers of YAML take the name ${quoteForMessage(value.text)} for a ${type}; write it in quotes.`;
      problems.push(warning("name.not-text", value.start, message));
    }
  }
  compareWithDirectory(name, directoryName, value.start, problems);
  return name;
}

function missingName(offset: number, directoryName: string | undefined): Problem {
  const directory = directoryName === undefined ? undefined : normaliseName(directoryName);
  if (directory !== undefined && faultOfName(directory) === undefined) {
    const message = `\`name\` is missing; write \`name: ${directory}\` after the directory.`;
    return fault("name.missing", offset, message);
  }
  const message = `\`name\` is missing, and the directory's name can't stand in for it; write one of ${RULE}.`;
  return rejection("name.missing", offset, message);
}

function noteName(name: string, offset: number, problems: Problem[]): void {
  if (/^[\x20-\x7e]*$/.test(name)) return;
  const message = `The name ${quoteForMessage(name)} goes beyond a-z and 0-9; some agents accept nothing else.`;
  problems.push(information("name.non-ascii", offset, message));
}

function compareWithDirectory(
  name: string,
  directoryName: string | undefined,
  offset: number,
  problems: Problem[],
): void {
  if (directoryName === undefined || name === normaliseName(directoryName)) return;
  const message = `The name ${quoteForMessage(name)} differs from its directory's name ${quoteForMessage(directoryName)}; give both the same.`;
  problems.push(warning("name.directory-mismatch", offset, message));
}

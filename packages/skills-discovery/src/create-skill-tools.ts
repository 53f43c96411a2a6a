import { SkillsDiscoveryError } from "./errors.ts";
import { takeOptions } from "./internal/arguments.ts";
import { CREATE_SKILL_TOOLS } from "./internal/option-names.ts";
import { invalid } from "./internal/options.ts";
import { neutralise } from "./internal/text.ts";
import type { LoadedSkill } from "./types-disclosure.ts";
import type { SkillSession } from "./types-session.ts";
import type { SkillSnapshot } from "./types-snapshot.ts";

/** A tool as most model interfaces take it. */
export interface SkillTool {
  readonly name: "skill_load" | "skill_resource" | "skill_search";
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Text for the model; what it asked for wrongly is told in it and not thrown. */
  execute(input: Readonly<Record<string, unknown>>): Promise<SkillToolResult>;
}

/** What a tool gives back to the model. */
export interface SkillToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** A search, as `searchSkills` of `./search` is one. */
export type SkillSearch = (options: {
  readonly snapshot: SkillSnapshot;
  readonly query: string;
  readonly limit: number;
  readonly offset: number;
  readonly caller: "model";
}) => {
  readonly total: number;
  readonly hits: readonly { readonly name: string; readonly description: string }[];
};

/** What `createSkillTools` works on. */
export interface CreateSkillToolsOptions {
  readonly session: SkillSession;
  /** `searchSkills` of `./search`; without it there is no `skill_search`. */
  readonly search?: SkillSearch | undefined;
}

/** Hits of one `skill_search`. */
const SEARCH_LIMIT = 10;

const NAME = { type: "string", description: "The skill's name, as the catalog shows it." };
const REASON = { type: "string", description: "Why, in one clause." };

/**
 * The model's tools over a session: `skill_load`, `skill_resource` and, with a search,
 * `skill_search`.
 *
 * @example
 * ```ts
 * import { createSkillTools } from "@alisio/skills-discovery";
 * import { searchSkills } from "@alisio/skills-discovery/search";
 *
 * const tools = createSkillTools({ session, search: searchSkills });
 * const result = await tools[0].execute({ name: "pdf" });
 * result.isError; // false
 * ```
 */
export function createSkillTools(given: CreateSkillToolsOptions): readonly SkillTool[] {
  const options = takeOptions(given, CREATE_SKILL_TOOLS);
  const { session, search } = options;
  if (typeof session?.load !== "function") invalid("session has to be a skill session.");
  if (search !== undefined && typeof search !== "function") invalid("search has to be a function.");
  const tools = [loadTool(session), resourceTool(session)];
  return search === undefined ? tools : [...tools, searchTool(session, search)];
}

function loadTool(session: SkillSession): SkillTool {
  return {
    name: "skill_load",
    description: "Loads the instructions of a skill and the list of its supporting files.",
    parameters: objectSchema({ name: NAME, reason: REASON }, ["name"]),
    execute: (input) =>
      answer(input, async () => {
        const skill = await session.load(textOf(input, "name"), {
          caller: "model",
          ...reasonOf(input),
        });
        return renderSkill(skill);
      }),
  };
}

function resourceTool(session: SkillSession): SkillTool {
  const parameters = {
    name: NAME,
    path: { type: "string", description: "Path inside the skill, such as references/guide.md." },
    startLine: { type: "integer", minimum: 1, description: "First line wanted, from 1." },
    maxLines: { type: "integer", minimum: 1, description: "Lines wanted at most." },
    reason: REASON,
  };
  return {
    name: "skill_resource",
    description: "Reads one supporting file of a skill, whole or by lines.",
    parameters: objectSchema(parameters, ["name", "path"]),
    execute: (input) =>
      answer(input, async () => {
        const resource = await session.resource(textOf(input, "name"), textOf(input, "path"), {
          caller: "model",
          ...numberOf(input, "startLine"),
          ...numberOf(input, "maxLines"),
          ...reasonOf(input),
        });
        const { startLine, endLine, totalLines, text } = resource;
        return endLine - startLine + 1 === totalLines
          ? text
          : `[lines ${startLine} to ${endLine} of ${totalLines}]\n${text}`;
      }),
  };
}

function searchTool(session: SkillSession, search: SkillSearch): SkillTool {
  const parameters = {
    query: { type: "string", description: "What the skill should help with." },
    offset: { type: "integer", minimum: 0, description: "Hits to pass over; default 0." },
  };
  return {
    name: "skill_search",
    description: "Searches the names and descriptions of all skills, best first.",
    parameters: objectSchema(parameters, ["query"]),
    execute: (input) =>
      answer(input, async () => {
        const query = textOf(input, "query");
        const offset = numberOf(input, "offset")["offset"] ?? 0;
        const { snapshot } = session;
        const found = search({ snapshot, query, limit: SEARCH_LIMIT, offset, caller: "model" });
        const lines = found.hits.map(
          ({ name, description }) => `- ${name}: ${neutralise(description)}`,
        );
        const shown = offset + found.hits.length;
        const total = found.total === 1 ? "1 skill matches." : `${found.total} skills match.`;
        return [total, ...lines, ...more(found.total, shown)].join("\n");
      }),
  };
}

function more(total: number, shown: number): readonly string[] {
  return shown < total ? [`More with offset ${shown}.`] : [];
}

function renderSkill(skill: LoadedSkill): string {
  const files = skill.resources.map(({ path, bytes }) => `- ${neutralise(path)} (${bytes} bytes)`);
  if (files.length === 0) return skill.body;
  const rest = skill.resourcesPartial ? ["- and more"] : [];
  return [
    skill.body.trimEnd(),
    "",
    "Files of this skill, for skill_resource:",
    ...files,
    ...rest,
  ].join("\n");
}

function objectSchema(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
): Readonly<Record<string, unknown>> {
  return { type: "object", properties, required, additionalProperties: false };
}

/** What a model asks for wrongly is an answer to it; anything else is a fault of the host. */
async function answer(input: unknown, work: () => Promise<string>): Promise<SkillToolResult> {
  try {
    checkArguments(input);
    return { text: await work(), isError: false };
  } catch (error) {
    if (SkillsDiscoveryError.isInstance(error)) return { text: error.message, isError: true };
    throw error;
  }
}

/** What a model writes for arguments can be any JSON, and a host may pass on none at all. */
function checkArguments(input: unknown): void {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return;
  throw new SkillsDiscoveryError("invalid_argument", "The arguments have to be an object.");
}

function textOf(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name];
  if (typeof value === "string") return value;
  throw new SkillsDiscoveryError("invalid_argument", `${name} has to be a string.`);
}

function reasonOf(input: Readonly<Record<string, unknown>>): { readonly reason?: string } {
  return typeof input["reason"] === "string" ? { reason: input["reason"] } : {};
}

function numberOf<Name extends string>(
  input: Readonly<Record<string, unknown>>,
  name: Name,
): { readonly [Key in Name]?: number } {
  const value = input[name];
  if (value === undefined || value === null) return {};
  if (typeof value === "number") return { [name]: value } as { [Key in Name]: number };
  throw new SkillsDiscoveryError("invalid_argument", `${name} has to be a whole number.`);
}

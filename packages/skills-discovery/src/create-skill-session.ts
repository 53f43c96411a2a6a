import { buildCatalog } from "./build-catalog.ts";
import { demandArgument, takeOptions } from "./internal/arguments.ts";
import {
  CREATE_SKILL_SESSION,
  SESSION_CATALOG,
  SESSION_LOAD,
  SESSION_REFRESH,
  SESSION_RESOURCE,
} from "./internal/option-names.ts";
import { invalid } from "./internal/options.ts";
import { normaliseName } from "./internal/skill-name.ts";
import { loadSkillBody } from "./load-skill-body.ts";
import { readSkillResource } from "./read-skill-resource.ts";
import { refreshSkills } from "./refresh-skills.ts";
import type { SkillEvent } from "./types-disclosure.ts";
import type { ActiveSkill, CreateSkillSessionOptions, SkillSession } from "./types-session.ts";

/**
 * Keeps, for one agent session, which skills are active and how many bytes of each level were
 * disclosed.
 *
 * @example
 * ```ts
 * import { createSkillSession } from "@alisio/skills-discovery";
 *
 * const session = createSkillSession({ snapshot, onEvent: (event) => log(event) });
 * const { text } = session.catalog({ contextWindowTokens: 200_000 });
 * await session.load("pdf", { caller: "model", reason: "the task names a PDF" });
 * session.active()[0]?.body; // "Do it.\n"
 * ```
 */
export function createSkillSession(given: CreateSkillSessionOptions): SkillSession {
  const options = takeOptions(given, CREATE_SKILL_SESSION);
  let { snapshot } = options;
  if (!Array.isArray(snapshot?.skills)) invalid("snapshot has to be a snapshot.");
  let fingerprint: string | undefined;
  let catalogBytes = 0;
  let bodyBytes = 0;
  let resourceBytes = 0;
  const loaded = new Map<string, ActiveSkill>();
  const onEvent = (event: SkillEvent): void => {
    if (event.event === "skill.body.loaded") bodyBytes += event.bytes;
    else resourceBytes += event.bytes;
    options.onEvent?.(event);
  };
  return {
    get snapshot() {
      return snapshot;
    },
    catalog: (catalogOptions = {}) => {
      const catalog = buildCatalog({ ...takeOptions(catalogOptions, SESSION_CATALOG), snapshot });
      if (catalog.fingerprint !== fingerprint) {
        fingerprint = catalog.fingerprint;
        catalogBytes += new TextEncoder().encode(catalog.text).length;
      }
      return catalog;
    },
    load: async (name, loadOptions = {}) => {
      const skill = await loadSkillBody({
        ...takeOptions(loadOptions, SESSION_LOAD),
        snapshot,
        name,
        onEvent,
      });
      const { path, body, bytes } = skill;
      loaded.set(path, Object.freeze({ name: skill.name, path, body, bytes }));
      return skill;
    },
    resource: async (name, path, readOptions = {}) =>
      await readSkillResource({
        ...takeOptions(readOptions, SESSION_RESOURCE),
        snapshot,
        name,
        path,
        onEvent,
      }),
    refresh: async (refreshOptions = {}) => {
      const refresh = await refreshSkills({
        ...takeOptions(refreshOptions, SESSION_REFRESH),
        snapshot,
      });
      snapshot = refresh.snapshot;
      return refresh;
    },
    active: () => Object.freeze([...loaded.values()]),
    release: (name) => {
      demandArgument(() => typeof name === "string", "name", name, "the name of a skill");
      const normal = normaliseName(name);
      const entry = [...loaded.values()].find(
        (skill) => skill.name === name || normaliseName(skill.name) === normal,
      );
      return entry !== undefined && loaded.delete(entry.path);
    },
    counters: () => Object.freeze({ catalogBytes, bodyBytes, resourceBytes }),
  };
}

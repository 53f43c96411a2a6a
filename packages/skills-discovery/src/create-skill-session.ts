import { buildCatalog } from "./build-catalog.ts";
import { checkOptions } from "./internal/options.ts";
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
export function createSkillSession(options: CreateSkillSessionOptions): SkillSession {
  checkOptions(options);
  let { snapshot } = options;
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
      const catalog = buildCatalog({ ...catalogOptions, snapshot });
      if (catalog.fingerprint !== fingerprint) {
        fingerprint = catalog.fingerprint;
        catalogBytes += new TextEncoder().encode(catalog.text).length;
      }
      return catalog;
    },
    load: async (name, loadOptions = {}) => {
      const skill = await loadSkillBody({ ...loadOptions, snapshot, name, onEvent });
      const { path, body, bytes } = skill;
      loaded.set(path, Object.freeze({ name: skill.name, path, body, bytes }));
      return skill;
    },
    resource: (name, path, readOptions = {}) =>
      readSkillResource({ ...readOptions, snapshot, name, path, onEvent }),
    refresh: async (refreshOptions = {}) => {
      const refresh = await refreshSkills({ ...refreshOptions, snapshot });
      snapshot = refresh.snapshot;
      return refresh;
    },
    active: () => Object.freeze([...loaded.values()]),
    release: (name) => {
      const normal = normaliseName(name);
      const entry = [...loaded.values()].find(
        (skill) => skill.name === name || normaliseName(skill.name) === normal,
      );
      return entry !== undefined && loaded.delete(entry.path);
    },
    counters: () => Object.freeze({ catalogBytes, bodyBytes, resourceBytes }),
  };
}

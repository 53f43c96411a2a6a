import type { SkillSnapshot } from "../types-snapshot.ts";
import type { DiscoverOptions } from "./node-types.ts";

export async function discoverSkills(options: DiscoverOptions = {}): Promise<SkillSnapshot> {
  throw new Error(`not there yet: ${options.cwd}`);
}

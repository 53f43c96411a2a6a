import {
  buildIntegrityManifest,
  type IntegrityManifest,
  loadSkillBody,
  type SkillSnapshot,
  verifyIntegrity,
} from "@alisio/skills-discovery";

/** When somebody has read a skill and found it good. */
export function approve(snapshot: SkillSnapshot, name: string): Promise<IntegrityManifest> {
  return buildIntegrityManifest({ snapshot, name });
}

/** Later: nothing but what was approved gets to the model. */
export async function loadApproved(
  snapshot: SkillSnapshot,
  name: string,
  manifest: IntegrityManifest,
): Promise<string> {
  const { intact, changed, added } = await verifyIntegrity({ snapshot, name, manifest });
  if (!intact) return `not as approved: ${[...changed, ...added].join(", ")}`;
  const { body } = await loadSkillBody({ snapshot, name, integrity: manifest });
  return body;
}

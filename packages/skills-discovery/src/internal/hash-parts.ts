import type { SkillFileSystem } from "../file-system.ts";
import { findFences, hasByteOrderMark } from "./scan-fences.ts";
import { sha256 } from "./sha256.ts";

/**
 * SHA-256 of what stands before the body and of the body, apart: copies of a skill can have the
 * body in common and nothing else.
 */
export function hashParts(
  bytes: Uint8Array,
  fileSystem: SkillFileSystem,
): { readonly frontmatterHash: string; readonly bodyHash: string } {
  const hash = fileSystem.hash ?? sha256;
  const fences = findFences(bytes, hasByteOrderMark(bytes) ? 3 : 0);
  const bodyStart = fences.kind === "closed" ? fences.bodyStart : 0;
  return {
    frontmatterHash: hash(bytes.subarray(0, bodyStart)),
    bodyHash: hash(bytes.subarray(bodyStart)),
  };
}

/**
 * SHA-256 as the root entry takes it. The system's cryptography is loaded when it is first used:
 * that takes longer than finding a workspace root, which needs no hash.
 */
export function hashBytes(bytes: Uint8Array): string {
  return process.getBuiltinModule("node:crypto").createHash("sha256").update(bytes).digest("hex");
}

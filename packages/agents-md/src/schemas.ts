/**
 * Schemas of the values that leave this package as JSON. Needs the optional peer `zod`.
 *
 * @packageDocumentation
 */

import { z } from "zod";
import type { InstructionTrackerState } from "./tracker-types.ts";
import type {
  InstructionDiagnostic,
  InstructionFile,
  PathExplanation,
  WorkspaceExplanation,
} from "./types.ts";

const bytes = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const scope = z.enum(["global", "project", "nested"]);

const instructionFile: z.ZodType<InstructionFile> = z.object({
  path: z.string(),
  scope,
  kind: z.enum(["override", "agents", "legacy", "claude"]),
  status: z.enum([
    "loaded",
    "truncated",
    "dropped",
    "shadowed",
    "unreadable",
    "empty",
    "refused",
    "duplicate",
  ]),
  delivery: z.enum(["eager", "attached"]),
  bytes: bytes.nullable(),
  loadedBytes: bytes,
  tokens: z.int().min(0).nullable(),
  sha256: sha256.nullable(),
  reason: z.string(),
});

const diagnostic: z.ZodType<InstructionDiagnostic> = z.object({
  code: z.enum([
    "budget.dropped",
    "budget.truncated",
    "directory.unreadable",
    "file.binary",
    "file.empty-override",
    "file.invalid-encoding",
    "file.not-regular",
    "file.outside-workspace",
    "file.read-limit",
    "file.symlink-outside",
    "file.unmaterialized-symlink",
    "file.unreadable",
    "name.case-mismatch",
    "other-agents.claude-code-hides",
    "other-agents.codex-cuts-closest",
    "root.marker",
    "root.no-marker",
    "target.symlink",
    "walk.limit",
  ]),
  severity: z.enum(["error", "warning", "information"]),
  path: z.string(),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable(),
  message: z.string(),
});

/** What `explainPath` gives, version 1. */
export const pathExplanationSchema: z.ZodType<PathExplanation> = z.object({
  schemaVersion: z.literal(1),
  target: z.string(),
  workspaceRoot: z.string(),
  rootMarker: z.string().nullable(),
  budget: z.object({ maxBytes: bytes, usedBytes: bytes }),
  files: z.array(instructionFile),
  diagnostics: z.array(diagnostic),
});

/** What `explainAll` gives, version 1. */
export const workspaceExplanationSchema: z.ZodType<WorkspaceExplanation> = z.object({
  schemaVersion: z.literal(1),
  workspaceRoot: z.string(),
  rootMarker: z.string().nullable(),
  maxBytes: bytes,
  complete: z.boolean(),
  directoriesWalked: bytes,
  directories: z.array(
    z.object({
      path: z.string(),
      files: bytes,
      bytes,
      usedBytes: bytes,
      lost: z.array(
        z.object({
          path: z.string(),
          scope,
          status: z.enum(["truncated", "dropped"]),
          bytes,
          loadedBytes: bytes,
        }),
      ),
    }),
  ),
  diagnostics: z.array(diagnostic),
});

const seenFile = z.object({
  scope: z.enum(["global", "workspace"]),
  path: z.string(),
  identity: z.string(),
  sha256: sha256.nullable(),
});

/** What a tracker's `saveState` gives, version 1. */
export const instructionTrackerStateSchema: z.ZodType<InstructionTrackerState> = z.object({
  schemaVersion: z.literal(1),
  eager: z.array(seenFile),
  attached: z.array(seenFile),
});

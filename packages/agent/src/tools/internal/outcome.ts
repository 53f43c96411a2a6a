import type { ToolOutcome } from "../../types-tool.ts";

/** A refusal that the model is told of: what was wrong and what to do. */
export class ToolRefusal extends Error {}

export function refuse(message: string): never {
  throw new ToolRefusal(message);
}

export function success(result: Readonly<Record<string, unknown>>): ToolOutcome {
  return { text: JSON.stringify(result), isError: false };
}

const MAX_SHOWN = 200;

/** A text of the model's, quoted for a message and cut to a sane length. */
export function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text);
}

/** What the operating system said, for the codes that a path or a program of a model can cause. */
const SYSTEM_MESSAGES: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EAGAIN: "it can't be read without waiting",
  EBUSY: "it is busy",
  EEXIST: "it exists already",
  EISDIR: "it is a directory",
  ELOOP: "its links lead in a circle",
  EMFILE: "too many files are open; try again",
  ENAMETOOLONG: "the name is too long",
  ENFILE: "too many files are open; try again",
  ENOENT: "there is no such file or directory",
  ENOSPC: "no space is left",
  ENOTDIR: "a part of it is not a directory",
  ENOTEMPTY: "the directory is not empty",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
  ETXTBSY: "it is being executed",
  E2BIG: "the arguments are too long",
};

/** The system's reason in words; without the absolute path that its own message holds. */
export function systemReason(error: unknown): string | undefined {
  const code = (error as { readonly code?: unknown } | null)?.code;
  if (typeof code !== "string") return undefined;
  return (
    SYSTEM_MESSAGES[code] ?? (/^E[A-Z0-9]+$/.test(code) ? `the system said ${code}` : undefined)
  );
}

/** The outcome of a call that was refused, or that the system failed; other faults go on. */
export function failure(error: unknown): ToolOutcome {
  if (error instanceof ToolRefusal) return { text: error.message, isError: true };
  const reason = systemReason(error);
  if (reason === undefined) throw error;
  return { text: `Failed: ${reason}.`, isError: true };
}

import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename } from "node:path";
import { AgentError } from "../errors.ts";

/** Who holds a session. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system says: a pid is given to others later. */
  readonly startedAt: string | null;
}

/** Paths that this process holds. */
const held = new Set<string>();

/** A stale lock that is taken away makes room for one more try; more tries mean others are at it. */
const MAX_TRIES = 8;

/**
 * Takes the lock of a session, also in place of one whose process is gone; gives back what releases it.
 *
 * @throws AgentError `session_busy`
 */
export function takeSessionLock(path: string): () => void {
  const own: Owner = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (create(path, JSON.stringify(own))) {
      held.add(path);
      return () => release(path);
    }
    const owner = readOwner(path);
    if (owner === "gone") continue;
    if (owner && isAlive(owner, path)) throw busy(path, owner);
    removeStale(path);
  }
  throw busy(path, undefined);
}

function busy(path: string, owner: Owner | undefined): AgentError {
  const by = owner ? ` (process ${owner.pid} on ${owner.host})` : "";
  return new AgentError(
    "session_busy",
    `Another process works on this session${by}; end it first. If there is none, delete ${basename(path)} beside the session's file.`,
  );
}

/** A link appears whole or not at all, so that nobody reads half an owner. */
function create(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeWhole(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // A file system without hard links.
    return createPlainly(path, content);
  } finally {
    unlinkSync(draft);
  }
}

function createPlainly(path: string, content: string): boolean {
  try {
    writeWhole(path, content);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A full disk leaves nothing of it. */
function writeWhole(path: string, content: string): void {
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") rmSync(path, { force: true });
    throw error;
  }
}

/** `undefined`: a lock that holds no owner, which nobody alive can have written. */
function readOwner(path: string): Owner | "gone" | undefined {
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<Owner> | null;
    return Number.isSafeInteger(value?.pid) ? (value as Owner) : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : undefined;
  }
}

function isAlive(owner: Owner, path: string): boolean {
  // Whether a process of another machine runs can't be seen from here.
  if (owner.host !== hostname()) return true;
  // In a container every process may have the same pid as the one before.
  if (owner.pid === process.pid) return held.has(path);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return owner.startedAt === null || startOf(owner.pid) === owner.startedAt;
}

/** Of two that find the same stale lock only one moves it; what turns out to be alive is put back. */
function removeStale(path: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const owner = readOwner(aside);
  if (owner && owner !== "gone" && isAlive(owner, path)) {
    try {
      linkSync(aside, path);
    } catch {
      // Somebody was faster, and is the owner now.
    }
  }
  unlinkSync(aside);
}

function release(path: string): void {
  if (!held.delete(path)) return;
  const owner = readOwner(path);
  if (!owner || owner === "gone" || owner.pid !== process.pid) return;
  try {
    unlinkSync(path);
  } catch {
    // A directory that has become read-only: once this process is gone, the lock holds nobody up.
  }
}

/** Linux alone tells it without a process of its own; elsewhere the pid has to do. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before the last bracket may hold anything. The start is the 22nd field, 20th after it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

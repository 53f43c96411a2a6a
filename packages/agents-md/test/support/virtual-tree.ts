import { createHash } from "node:crypto";
import type {
  DirectoryEntry,
  InstructionFileRead,
  InstructionReader,
  LocatedPath,
  ReadLimits,
} from "../../src/index.ts";

/** What lies at a path of a virtual tree; directories come from the paths of what lies in them. */
type Node =
  | string
  | Uint8Array
  | { readonly symlink: string }
  | { readonly special: "fifo" | "socket" | "device" }
  | { readonly directory: true }
  /** Listed, and refused by the system when it is opened. */
  | { readonly error: string; readonly message?: string }
  /** A directory that can't be listed. */
  | { readonly unlistable: string }
  /** One file under several paths. */
  | { readonly content: string; readonly fileId: string };

export type Tree = Readonly<Record<string, Node>>;

export interface TreeReader extends InstructionReader {
  /** Calls so far, by function. */
  readonly calls: { list: number; read: number; locate: number };
  /** Paths that were read. */
  readonly opened: string[];
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function systemError(code: string, detail = "refused, open '/secret/place'"): Error {
  return Object.assign(new Error(`${code}: ${detail}`), { code });
}

function parentOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at <= 0 ? "/" : path.slice(0, at);
}

function isDirectoryNode(node: Node | undefined): boolean {
  return typeof node === "object" && ("directory" in node || "unlistable" in node);
}

/** Every path of the tree, with the directories that they imply. */
function withDirectories(tree: Tree): Map<string, Node> {
  const nodes = new Map<string, Node>([["/", { directory: true }]]);
  for (const [path, node] of Object.entries(tree)) {
    const parts = path.split("/").filter((part) => part !== "");
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = `/${parts.slice(0, depth).join("/")}`;
      if (!nodes.has(above)) nodes.set(above, { directory: true });
    }
    nodes.set(`/${parts.join("/")}`, node);
  }
  return nodes;
}

/** Follows symlinks; throws ENOENT and ELOOP as a system does. */
function follow(nodes: Map<string, Node>, path: string, hops = 0): string {
  if (hops > 40) throw systemError("ELOOP", "too many symbolic links encountered, open '/x'");
  let resolved = "/";
  for (const name of path.split("/").filter((part) => part !== "" && part !== ".")) {
    if (name === "..") {
      resolved = parentOf(resolved);
      continue;
    }
    const next = resolved === "/" ? `/${name}` : `${resolved}/${name}`;
    const node = nodes.get(next);
    if (node === undefined)
      throw systemError("ENOENT", `no such file or directory, open '${next}'`);
    resolved =
      typeof node === "object" && "symlink" in node
        ? follow(
            nodes,
            node.symlink.startsWith("/") ? node.symlink : `${resolved}/${node.symlink}`,
            hops + 1,
          )
        : next;
  }
  return resolved;
}

function isWithin(directory: string, path: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}

export interface TreeOptions {
  /** Order in which names are listed. */
  readonly order?: (names: readonly string[]) => readonly string[];
  /** A reader that leaves the check of `within` to its caller. */
  readonly ignoreWithin?: boolean;
}

/** A reader of a tree in memory that behaves as a POSIX file system does. */
export function readerOf(tree: Tree, options: TreeOptions = {}): TreeReader {
  const nodes = withDirectories(tree);
  const calls = { list: 0, read: 0, locate: 0 };
  const opened: string[] = [];
  return {
    calls,
    opened,
    listDirectory: async (path) => {
      calls.list += 1;
      return list(nodes, path, options);
    },
    readFile: async (path, limits) => {
      calls.read += 1;
      return read(nodes, path, limits, opened, options);
    },
    locate: async (path) => {
      calls.locate += 1;
      return locate(nodes, path);
    },
  };
}

function list(
  nodes: Map<string, Node>,
  path: string,
  options: TreeOptions,
): readonly DirectoryEntry[] | undefined {
  let real: string;
  try {
    real = follow(nodes, path);
  } catch {
    return undefined;
  }
  const node = nodes.get(real);
  if (!isDirectoryNode(node)) return undefined;
  if (typeof node === "object" && "unlistable" in node) throw systemError(node.unlistable);
  const names = [...nodes.keys()]
    .filter((key) => key !== "/" && parentOf(key) === real)
    .map((key) => key.slice(key.lastIndexOf("/") + 1));
  return (options.order?.(names) ?? names).map((name) => ({
    name,
    type: typeOf(nodes.get(real === "/" ? `/${name}` : `${real}/${name}`)),
  }));
}

function typeOf(node: Node | undefined): DirectoryEntry["type"] {
  if (isDirectoryNode(node)) return "directory";
  if (typeof node === "object" && "symlink" in node) return "symlink";
  return typeof node === "object" && "special" in node ? "other" : "file";
}

function read(
  nodes: Map<string, Node>,
  path: string,
  limits: ReadLimits,
  opened: string[],
  options: TreeOptions,
): InstructionFileRead {
  const realPath = follow(nodes, path);
  if (!options.ignoreWithin && limits.within !== undefined && !isWithin(limits.within, realPath)) {
    return { type: "outside" };
  }
  const node = nodes.get(realPath);
  if (isDirectoryNode(node)) return { type: "not-file", what: "directory" };
  if (typeof node === "object" && "special" in node)
    return { type: "not-file", what: node.special };
  opened.push(path);
  if (typeof node === "object" && "error" in node) throw systemError(node.error, node.message);
  const shared = typeof node === "object" && "content" in node ? node : undefined;
  const content = shared === undefined ? node : shared.content;
  const bytes =
    typeof content === "string" ? new TextEncoder().encode(content) : (content as Uint8Array);
  return {
    type: "file",
    bytes: bytes.subarray(0, limits.maxBytes),
    sizeBytes: bytes.length,
    realPath,
    ...(shared !== undefined && { fileId: shared.fileId }),
  };
}

function locate(nodes: Map<string, Node>, path: string): LocatedPath {
  const parts = path.split("/").filter((part) => part !== "");
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const rest = parts.slice(depth);
    try {
      const real = follow(nodes, `/${parts.slice(0, depth).join("/")}`);
      const resolved = rest.length === 0 ? real : [real === "/" ? "" : real, ...rest].join("/");
      if (rest.length > 0) return { kind: "missing", path: resolved, realPath: resolved };
      const node = nodes.get(real);
      if (isDirectoryNode(node)) return { kind: "directory", path: real, realPath: real };
      const parent = follow(nodes, parentOf(path));
      const kept = `${parent === "/" ? "" : parent}/${parts.at(-1) ?? ""}`;
      const special = typeof node === "object" && "special" in node;
      return { kind: special ? "other" : "file", path: kept, realPath: real };
    } catch {
      // What does not exist is resolved as far as it does.
    }
  }
  return { kind: "missing", path, realPath: path };
}

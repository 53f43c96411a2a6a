import type {
  DirectoryEntry,
  FileKind,
  FileStat,
  OpenedFile,
  SkillFileSystem,
} from "../../src/index.ts";

type Node =
  | { kind: "file"; bytes: Uint8Array; inode: bigint; changed: bigint }
  | { kind: "directory"; children: Map<string, Node>; inode: bigint; changed: bigint }
  | { kind: "link"; target: string; inode: bigint; changed: bigint }
  | { kind: "other"; inode: bigint; changed: bigint };

/** A call that a test wants to see or to upset. */
interface Call {
  readonly method: "stat" | "lstat" | "readDirectory" | "realPath" | "openFile" | "read";
  readonly path: string;
}

/** A file system in memory that counts its calls and can be made to fail. */
export interface MemoryFileSystem extends SkillFileSystem {
  readonly calls: Call[];
  /** Runs before each call; what it throws, the call throws. */
  before: ((call: Call) => void) | undefined;
  /** Reverses listings, so that nothing can rest on their order. */
  reversed: boolean;
  /** Whether opened files tell their own path, as Linux does. */
  tellsOwnPath: boolean;
  clock: bigint;
  write(path: string, content: string | Uint8Array): void;
  link(path: string, target: string): void;
  special(path: string): void;
  makeDirectory(path: string): void;
  remove(path: string): void;
  move(from: string, to: string): void;
  /** Puts a link in the place of what is there, or with `undefined` puts that back. */
  swap(path: string, target: string | undefined): void;
}

class FileSystemError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export function failure(code: string): Error {
  return new FileSystemError(code);
}

export function memoryFileSystem(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): MemoryFileSystem {
  let inodes = 1n;
  const next = (): { inode: bigint; changed: bigint } => {
    inodes += 1n;
    system.clock += 1_000_000_001n;
    return { inode: inodes, changed: system.clock };
  };
  const root: Node = { kind: "directory", children: new Map(), inode: 1n, changed: 0n };

  /** Walks a path; gives the node and its real path. */
  const walk = (
    path: string,
    followLast: boolean,
    hops = 0,
  ): { node: Node; real: string } | undefined => {
    if (hops > 40) throw new FileSystemError("ELOOP");
    let node: Node = root;
    let real = "";
    const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
    for (const [index, segment] of segments.entries()) {
      if (node.kind !== "directory") return undefined;
      if (segment === "..") {
        const up = walk(real.slice(0, real.lastIndexOf("/")) || "/", true, hops + 1);
        if (up === undefined) return undefined;
        ({ node, real } = up);
        if (real === "/") real = "";
        continue;
      }
      const child: Node | undefined = node.children.get(segment);
      if (child === undefined) return undefined;
      const isLast = index === segments.length - 1;
      if (child.kind === "link" && (!isLast || followLast)) {
        const target = child.target.startsWith("/") ? child.target : `${real}/${child.target}`;
        const found = walk(target, true, hops + 1);
        if (found === undefined) return undefined;
        ({ node, real } = found);
        if (real === "/") real = "";
      } else {
        node = child;
        real = `${real}/${segment}`;
      }
    }
    return { node, real: real === "" ? "/" : real };
  };

  const toStat = (node: Node): FileStat => ({
    kind: node.kind,
    size: BigInt(node.kind === "file" ? node.bytes.length : 0),
    modifiedNs: node.changed,
    changedNs: node.changed,
    device: 1n,
    inode: node.inode,
  });

  const call = (method: Call["method"], path: string): void => {
    system.calls.push({ method, path });
    system.before?.({ method, path });
  };

  const parentOf = (path: string): Extract<Node, { kind: "directory" }> => {
    const segments = path.split("/").filter((segment) => segment !== "");
    segments.pop();
    let node: Node = root;
    for (const segment of segments) {
      if (node.kind !== "directory") throw new Error(`not a directory on the way to ${path}`);
      let child: Node | undefined = node.children.get(segment);
      if (child === undefined) {
        child = { kind: "directory", children: new Map(), ...next() };
        node.children.set(segment, child);
        node.changed = system.clock;
      }
      node = child;
    }
    if (node.kind !== "directory") throw new Error(`not a directory on the way to ${path}`);
    return node;
  };

  const put = (path: string, node: Node): void => {
    const parent = parentOf(path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const before = parent.children.get(name);
    if (before?.kind === "file" && node.kind === "file") {
      before.bytes = node.bytes;
      before.changed = node.changed;
      return;
    }
    parent.children.set(name, node);
    parent.changed = system.clock;
  };

  const open = (path: string): OpenedFile | undefined => {
    const found = walk(path, false);
    if (found === undefined) return undefined;
    const { node, real } = found;
    if (node.kind === "link") throw new FileSystemError("ELOOP");
    return {
      stat: () => toStat(node),
      read: (target, position) => {
        call("read", path);
        if (node.kind !== "file") throw new FileSystemError("EISDIR");
        const part = node.bytes.subarray(position, position + target.length);
        target.set(part);
        return part.length;
      },
      realPath: () => (system.tellsOwnPath ? real : undefined),
      close: () => {},
    };
  };

  const system: MemoryFileSystem = {
    calls: [],
    before: undefined,
    reversed: false,
    tellsOwnPath: true,
    clock: 1_000_000_000_000_000_001n,
    stat: (path) => {
      call("stat", path);
      const found = walk(path, true);
      return found && toStat(found.node);
    },
    lstat: (path) => {
      call("lstat", path);
      const found = walk(path, false);
      return found && toStat(found.node);
    },
    readDirectory: (path) => {
      call("readDirectory", path);
      const found = walk(path, true);
      if (found?.node.kind !== "directory") return undefined;
      const entries = [...found.node.children].map(
        ([name, { kind }]): DirectoryEntry => ({ name, kind: kind as FileKind }),
      );
      return system.reversed ? entries.reverse() : entries;
    },
    realPath: (path) => {
      call("realPath", path);
      return walk(path, true)?.real;
    },
    openFile: (path) => {
      call("openFile", path);
      return open(path);
    },
    write: (path, content) => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      put(path, { kind: "file", bytes, ...next() });
    },
    link: (path, target) => put(path, { kind: "link", target, ...next() }),
    special: (path) => put(path, { kind: "other", ...next() }),
    makeDirectory: (path) => put(path, { kind: "directory", children: new Map(), ...next() }),
    remove: (path) => {
      const parent = parentOf(path);
      next();
      parent.children.delete(path.slice(path.lastIndexOf("/") + 1));
      parent.changed = system.clock;
    },
    swap: () => {},
    move: (from, to) => {
      const parent = parentOf(from);
      const name = from.slice(from.lastIndexOf("/") + 1);
      const node = parent.children.get(name);
      if (node === undefined) throw new Error(`nothing at ${from}`);
      next();
      parent.children.delete(name);
      parent.changed = system.clock;
      node.changed = system.clock;
      put(to, node);
    },
  };
  for (const [path, content] of Object.entries(files)) system.write(path, content);
  const originals = new Map<string, Node>();
  system.swap = (path, target) => {
    const parent = parentOf(path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    const original = originals.get(path) ?? parent.children.get(name);
    if (original === undefined) throw new Error(`nothing at ${path}`);
    originals.set(path, original);
    const link: Node = { kind: "link", target: target ?? "", inode: 1n, changed: 1n };
    parent.children.set(name, target === undefined ? original : link);
  };
  return system;
}

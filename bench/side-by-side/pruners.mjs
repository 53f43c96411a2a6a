// Everybody who prunes, as `replay` takes them: for each request `run` is measured, and `read` says
// what it did. Peers are no dependency: they are in the folder that ALISIO_PEERS names, if at all.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { engine } from "./engine.mjs";

/** The governor, as an agent runs it: one projector for a conversation. */
export function governor({ apply = "epochs", ...settings }) {
  return (profile) => {
    const projector = engine.createProjector({ mode: "on", profile, ...settings });
    let pushed = 0;
    let eligibleMessages = 0;
    return (messages, { isMoment }) => {
      const added = messages.slice(pushed);
      pushed = messages.length;
      if (isMoment) eligibleMessages = messages.length;
      const moment = apply === "cold" ? { eligibleMessages } : {};
      return {
        run: () => {
          projector.push(added);
          return projector.view(moment).messages;
        },
        read: (projected) => changesIn(messages, projected),
      };
    };
  };
}

function changesIn(messages, projected) {
  const changes = new Map();
  for (const [at, message] of messages.entries()) {
    if (projected[at] !== message) changes.set(at, projected[at]);
  }
  return changes;
}

/** A module of the peers' folder; `undefined` where it isn't installed. */
export async function load(specifier) {
  const folder = process.env.ALISIO_PEERS;
  if (!folder) return undefined;
  try {
    const path = createRequire(join(folder, "package.json")).resolve(specifier);
    return await import(pathToFileURL(path).href);
  } catch {
    return undefined;
  }
}

/** The folder and the version of a package of the peers'; `undefined` where it isn't installed. */
export function installed(name) {
  const folder = process.env.ALISIO_PEERS && join(process.env.ALISIO_PEERS, "node_modules", name);
  if (!folder || !existsSync(join(folder, "package.json"))) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { folder, version };
}

/** Canonical messages in another form; each is made once and never changed. */
export function mapped(map) {
  const made = new WeakMap();
  return (message) => {
    let other = made.get(message);
    if (other === undefined) {
      other = map(message);
      made.set(message, other);
    }
    return other;
  };
}

/** The text of a result, and a mark for each part that is none. */
export function textOf(content) {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("");
}

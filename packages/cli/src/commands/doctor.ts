import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { configHome, stateHome } from "../config/homes.ts";
import { type CommandContext, readLayers } from "../globals.ts";
import { neutral } from "../output/neutral.ts";

/** One thing that was looked at. */
interface Check {
  readonly id: string;
  /** `missing`: something does not work; `note`: something is worth knowing. */
  readonly status: "ok" | "note" | "missing";
  readonly message: string;
}

/** `alisio doctor`: exit 1 when something that is needed is missing. */
export async function doctor(context: CommandContext): Promise<number> {
  const checks = [checkNode(), ...(await checkConfiguration(context)), ...checkPlaces(context)];
  const missing = checks.filter((check) => check.status === "missing").length;
  if (context.json) context.writeJson({ schemaVersion: 1, healthy: missing === 0, checks });
  else context.io.stdout(render(context, checks));
  return missing === 0 ? 0 : 1;
}

const OLDEST_NODE = [20, 19] as const;

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  return isOld
    ? {
        id: "node",
        status: "missing",
        message: `Node.js ${process.versions.node} is too old: install ${OLDEST_NODE.join(".")} or newer`,
      }
    : { id: "node", status: "ok", message: `Node.js ${process.versions.node}` };
}

async function checkConfiguration(context: CommandContext): Promise<Check[]> {
  const { config, problems, layers } = await readLayers(context);
  const loaded = layers.filter((layer) => layer.status === "loaded").map(({ layer }) => layer);
  const files: Check =
    problems.length > 0
      ? {
          id: "config",
          status: "missing",
          message: `${problems.length} ${problems.length === 1 ? "problem" : "problems"} in the configuration: run alisio config check`,
        }
      : {
          id: "config",
          status: "ok",
          message: `configuration: ${["defaults", ...loaded].join(", ")}`,
        };
  const { model, apiKeyEnv, type } = config.provider;
  const hasKey = Boolean(context.io.environment[apiKeyEnv]);
  const provider: Check =
    type === "scripted" || (model !== "" && hasKey)
      ? { id: "provider", status: "ok", message: `provider ${type}, model ${model || "scripted"}` }
      : {
          id: "provider",
          status: "note",
          message:
            model === ""
              ? "no model is named: set provider.model to run the agent; nothing else needs one"
              : `no key: set ${apiKeyEnv} to run the agent; nothing else needs one`,
        };
  const trust: Check = context.trusted
    ? { id: "trust", status: "ok", message: "the project is trusted for this run" }
    : {
        id: "trust",
        status: "note",
        message:
          "the project is not trusted: its configuration and skills are left out (--trust-project)",
      };
  return [files, provider, trust];
}

function checkPlaces(context: CommandContext): Check[] {
  const { cwd, workspaceRoot, rootMarker, io } = context;
  const root: Check =
    rootMarker === null && workspaceRoot === cwd
      ? {
          id: "workspace",
          status: "note",
          message:
            "no .git above: the workspace is this directory alone (--workspace-root names another)",
        }
      : {
          id: "workspace",
          status: "ok",
          message: `workspace root ${workspaceRoot}${rootMarker === null ? "" : ` (marker ${rootMarker})`}`,
        };
  return [
    root,
    checkHome("config-home", "config home", configHome(io), constants.R_OK, context),
    checkHome("state-home", "state home", stateHome(io), constants.W_OK, context),
  ];
}

function checkHome(
  id: string,
  what: string,
  path: string,
  mode: number,
  context: CommandContext,
): Check {
  const shown = context.showPath(path);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    return { id, status: "missing", message: `${what} ${shown} is not a directory: move it away` };
  }
  // A home that isn't there yet is made when it is first needed: its nearest ancestor decides.
  let existing = path;
  while (!statSync(existing, { throwIfNoEntry: false }) && dirname(existing) !== existing) {
    existing = dirname(existing);
  }
  try {
    accessSync(existing, mode);
  } catch {
    const verb = mode === constants.W_OK ? "written" : "read";
    return {
      id,
      status: "missing",
      message: `${what} ${shown} can't be ${verb}: mend its permissions`,
    };
  }
  return { id, status: "ok", message: `${what} ${shown}${found ? "" : " (not there yet)"}` };
}

const SIGNS: Record<Check["status"], string> = {
  ok: "ok     ",
  note: "note   ",
  missing: "MISSING",
};

function render({ style }: CommandContext, checks: readonly Check[]): string {
  const paint = { ok: style.green, note: style.yellow, missing: style.red };
  return checks
    .map(({ status, message }) => `${paint[status](SIGNS[status])}  ${neutral(message)}\n`)
    .join("");
}

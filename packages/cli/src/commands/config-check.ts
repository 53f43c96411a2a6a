import { relative, sep } from "node:path";
import type { Config } from "../config/defaults.ts";
import type { ConfigLayer, LoadedConfig } from "../config/load-config.ts";
import { type CommandContext, readLayers } from "../globals.ts";
import { renderDiagnostic } from "../output/diagnostics.ts";
import { renderTable } from "../output/table.ts";

/** `alisio config check`: exit 1 when a file that counts is wrong. */
export async function configCheck(context: CommandContext): Promise<number> {
  const loaded = await readLayers(context);
  const values = listValues(context, loaded);
  if (context.json) {
    context.writeJson({
      schemaVersion: 1,
      valid: loaded.problems.length === 0,
      workspaceRoot: relative(context.cwd, context.workspaceRoot).split(sep).join("/") || ".",
      rootMarker: context.rootMarker,
      trusted: context.trusted,
      layers: loaded.layers.map(({ layer, path, status }) => ({
        layer,
        path: context.showPath(path),
        status,
      })),
      values,
      problems: loaded.problems,
    });
  } else {
    context.io.stdout(await renderCheck(context, loaded, values));
  }
  return loaded.problems.length === 0 ? 0 : 1;
}

/** One leaf of the configuration in force. */
interface Value {
  readonly key: string;
  readonly value: unknown;
  readonly from: "default" | ConfigLayer["layer"];
  /** The file that it comes from; null for a default. */
  readonly path: string | null;
}

const OPTIONAL_LEAVES = ["context.policyVersion"];
const PATH_LISTS = new Set(["skills", "plugins"]);

function listValues(context: CommandContext, { config, layers, sources }: LoadedConfig): Value[] {
  const values: Value[] = [];
  const visit = (value: unknown, key: string) => {
    const isEmptyMap = key === "skillOverrides" && Object.keys(value as object).length === 0;
    if (typeof value === "object" && value !== null && !Array.isArray(value) && !isEmptyMap) {
      for (const [name, inner] of Object.entries(value)) {
        visit(inner, key === "" ? name : `${key}.${name}`);
      }
      return;
    }
    const layer = sources.get(key);
    const file = layers.find((candidate) => candidate.layer === layer);
    const shown = PATH_LISTS.has(key) ? (value as string[]).map(context.showPath) : value;
    values.push({
      key,
      value: shown,
      from: layer ?? "default",
      path: file ? context.showPath(file.path) : null,
    });
  };
  visit(config satisfies Config, "");
  for (const key of OPTIONAL_LEAVES) {
    if (!sources.has(key)) values.push({ key, value: null, from: "default", path: null });
  }
  return values;
}

const STATUS_WORDS: Record<ConfigLayer["status"], string> = {
  loaded: "loaded",
  absent: "no such file",
  untrusted: "left out: the project is not trusted (--trust-project)",
  invalid: "wrong, see below",
};

async function renderCheck(
  context: CommandContext,
  { layers, problems }: LoadedConfig,
  values: readonly Value[],
): Promise<string> {
  const { style, width } = context;
  const files = await renderTable(
    [{ title: "LAYER" }, { title: "FILE", shrink: "middle" }, { title: "STATUS" }],
    [
      ["defaults", "(built in)", "loaded"],
      ...layers.map((layer) => [
        layer.layer,
        context.showPath(layer.path),
        STATUS_WORDS[layer.status],
      ]),
    ],
    { width },
  );
  const table = await renderTable(
    [{ title: "KEY" }, { title: "VALUE", shrink: "end" }, { title: "FROM", shrink: "middle" }],
    values.map(({ key, value, path }) => [key, showValue(value), path ?? "default"]),
    { width },
  );
  const judged = problems.length === 0 ? style.green("No problem found.") : "";
  return `${files}\n${table}\n${problems.map((problem) => renderDiagnostic(problem, style)).join("")}${judged}${judged && "\n"}`;
}

function showValue(value: unknown): string {
  return value === null ? "(not set)" : JSON.stringify(value);
}

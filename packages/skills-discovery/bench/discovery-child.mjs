// One measurement in a process of its own: node discovery-child.mjs <case> <workspace> [peers]
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [name, workspace, peers = ""] = process.argv.slice(2);
const root = path.join(workspace, ".agents/skills");
const home = path.join(workspace, "home");
const quiet = { cwd: workspace, homeDirectory: home, configHome: home, maxDirectories: 10_000 };

/** A module of a peer, wherever it was installed. */
const peer = (file) => import(pathToFileURL(path.join(peers, file)).href);

async function timed(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const value = await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000, value };
}

async function floor() {
  const { parse } = await import("yaml");
  const files = JSON.parse(fs.readFileSync(path.join(workspace, "files.json"), "utf8"));
  const { ms, cpuMs, value } = await timed(() => {
    let parsed = 0;
    for (const file of files) {
      const text = fs.readFileSync(file, "utf8");
      const frontmatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1];
      try {
        if (frontmatter !== undefined) parse(frontmatter, { logLevel: "silent" });
        parsed += 1;
      } catch {
        // Not every frontmatter is YAML.
      }
    }
    return parsed;
  });
  return { ms, cpuMs, found: value };
}

async function ours(rules) {
  const { discoverSkills } = await import("../dist/node.js");
  const { refreshSkills } = await import("../dist/index.js");
  const gc = globalThis.gc ?? (() => {});
  gc();
  const before = process.memoryUsage().heapUsed;
  const { ms, cpuMs, value: snapshot } = await timed(() => discoverSkills({ ...quiet, ...rules }));
  gc();
  const keptBytes = process.memoryUsage().heapUsed - before;
  const refreshes = [];
  const refreshCpus = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const {
      ms: refreshMs,
      cpuMs: refreshCpu,
      value,
    } = await timed(() => refreshSkills({ snapshot }));
    refreshCpus.push(refreshCpu);
    if (value.snapshot !== snapshot) throw new Error("nothing changed, and a refresh saw a change");
    refreshes.push(refreshMs);
  }
  const found = snapshot.skills.length + snapshot.rejected.length;
  return { ms, cpuMs, found, refreshes, refreshCpus, keptBytes };
}

async function validate() {
  const { validatePaths } = await import("../dist/node.js");
  const { ms, cpuMs, value } = await timed(() => validatePaths({ paths: [root], cwd: workspace }));
  return { ms, cpuMs, found: value.report.checked };
}

const CASES = {
  floor,
  config: () => ours({ configRoots: [root] }),
  project: () => ours({ trustProject: true }),
  validate,
  pi: async () => {
    const { loadSkillsFromDir } = await peer(
      "pi/node_modules/@mariozechner/pi-coding-agent/dist/core/skills.js",
    );
    const { ms, value } = await timed(() => loadSkillsFromDir({ dir: root, source: "user" }));
    return { ms, found: value.skills.length };
  },
  gemini: async () => {
    const { loadSkillsFromDir } = await peer(
      "gemini/node_modules/@google/gemini-cli-core/dist/src/skills/skillLoader.js",
    );
    const { ms, value } = await timed(() => loadSkillsFromDir(root));
    return { ms, found: value.length };
  },
};

const result = await CASES[name]();
process.stdout.write(
  JSON.stringify({ ...result, peakBytes: process.resourceUsage().maxRSS * 1024 }),
);

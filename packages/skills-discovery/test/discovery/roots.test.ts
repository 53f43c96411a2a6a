import { describe, expect, test } from "vitest";
import { planSkillRoots, SkillsDiscoveryError } from "../../src/index.ts";
import { PLACES } from "../support/skills.ts";

const scopes = (places: Partial<typeof PLACES>): string[] =>
  planSkillRoots({ ...PLACES, ...places }).map(
    ({ scope, displayPath }) => `${scope} ${displayPath}`,
  );

describe("planSkillRoots", () => {
  test("lays out every scope, first in precedence first", () => {
    expect(
      scopes({
        cwd: "/w/packages/app",
        builtinRoots: ["/usr/lib/agent/skills"],
        plugins: [{ id: "vercel", roots: ["/opt/vercel/skills", "/opt/vercel/more"] }],
        adminRoot: "/etc/agent/skills",
        configRoots: ["/home/ada/team", "/srv/skills"],
      }),
    ).toEqual([
      "project packages/app/.agents/skills",
      "project packages/app/.alisio/skills",
      "project packages/app/.claude/skills",
      "project packages/.agents/skills",
      "project packages/.alisio/skills",
      "project packages/.claude/skills",
      "project .agents/skills",
      "project .alisio/skills",
      "project .claude/skills",
      "config ~/team",
      "config /srv/skills",
      "user ~/.agents/skills",
      "user ~/.config/alisio/skills",
      "admin /etc/agent/skills",
      "plugin /opt/vercel/skills",
      "plugin /opt/vercel/more",
      "builtin /usr/lib/agent/skills",
    ]);
  });

  test("walks from the working directory up to the workspace root and takes further directories", () => {
    const roots = planSkillRoots({
      ...PLACES,
      cwd: "/w/packages/a",
      projectDirectories: ["/w/tools", "/w/packages/a"],
    });
    expect(roots.filter(({ scope }) => scope === "project").map(({ path }) => path)).toEqual([
      "/w/packages/a/.agents/skills",
      "/w/packages/a/.alisio/skills",
      "/w/packages/a/.claude/skills",
      "/w/packages/.agents/skills",
      "/w/packages/.alisio/skills",
      "/w/packages/.claude/skills",
      "/w/.agents/skills",
      "/w/.alisio/skills",
      "/w/.claude/skills",
      "/w/tools/.agents/skills",
      "/w/tools/.alisio/skills",
      "/w/tools/.claude/skills",
    ]);
  });

  test("sets the link policy of each root before anything is read", () => {
    const roots = planSkillRoots({ ...PLACES, configRoots: ["/srv"], adminRoot: "/etc/agent" });
    for (const root of roots) {
      expect(root.container, root.path).toBe(root.scope === "project" ? "/w" : null);
    }
  });

  test("marks an untrusted project's roots and no others", () => {
    const roots = planSkillRoots({ ...PLACES, trustProject: false, configRoots: ["/w/skills"] });
    for (const { scope, trusted } of roots) expect(trusted).toBe(scope !== "project");
  });

  test("leaves out user roots where there is no home", () => {
    expect(scopes({ homeDirectory: null, configHome: null })).toHaveLength(3);
  });

  test("resolves dots in paths and neutralises what is shown", () => {
    expect(scopes({ configRoots: ["/home/ada/./x/../team\u001b[31m"] })).toContain(
      "config ~/team\\u{1B}[31m",
    );
  });

  test("takes Windows paths with slashes", () => {
    const [first] = planSkillRoots({ ...PLACES, cwd: "C:/w/a", workspaceRoot: "C:/w" });
    expect(first?.path).toBe("C:/w/a/.agents/skills");
  });

  test.each([
    ["a working directory beside the workspace", { cwd: "/elsewhere" }],
    ["one that only begins like it", { cwd: "/workspace", workspaceRoot: "/work" }],
    ["a relative working directory", { cwd: "w" }],
    ["a relative root", { configRoots: ["skills"] }],
    ["a project directory outside", { projectDirectories: ["/w/../etc"] }],
    ["a NUL in a path", { configRoots: ["/a\0b"] }],
    ["roots that are no list", { configRoots: "/srv" as unknown as string[] }],
    ["plugins that are no list", { plugins: {} as unknown as [] }],
  ] as const)("refuses %s", (_, places) => {
    const plan = () => planSkillRoots({ ...PLACES, ...places });
    expect(plan).toThrow(SkillsDiscoveryError);
  });

  test.each(["", "a:b", "a/b", "project", "builtin", "\u001b", "x".repeat(65), "-a", ".."])(
    "refuses the plugin id %j",
    (id) => {
      const plan = () => planSkillRoots({ ...PLACES, plugins: [{ id, roots: ["/p"] }] });
      expect(plan).toThrow(/plugin id/);
    },
  );
});

import { describe, expect, test } from "vitest";
import type { SkillSnapshot } from "../../src/index.ts";
import { stemOf } from "../../src/internal/word-stem.ts";
import { searchSkills } from "../../src/search.ts";
import { memoryFileSystem } from "../support/memory-file-system.ts";
import { discoverIn, skillText } from "../support/skills.ts";

const SKILLS: Readonly<Record<string, string>> = {
  "code-puppy-guide": "Explains the architecture of the puppy agent.",
  "docker-compose": "Deploys containers with Docker Compose. Use for deployment of services.",
  "kubernetes-operator": "Writes Kubernetes operators and controllers in Go.",
  "pdf-forms": "Extracts text from PDF documents and fills forms.",
  "react-best-practices": "Performance patterns for React components and JavaScript bundles.",
  "spreadsheet-tools": "Analyses Excel spreadsheets, merging cells and computing totals.",
  "meeting-notes": "会議の議事録を要約して、タスクを抽出します。",
  "data-report": "生成数据分析报告,并绘制图表。",
  "cafe-menu": "Übersetzt die Speisekarte eines Cafés ins Englische.",
  accounts: "Reconciles bank statements; the keyword field says the rest.",
};

async function snapshot(): Promise<SkillSnapshot> {
  const fileSystem = memoryFileSystem();
  for (const [name, description] of Object.entries(SKILLS)) {
    const extra = name === "accounts" ? "\nmetadata:\n  keywords: bookkeeping, ledger" : "";
    fileSystem.write(
      `/w/.agents/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${JSON.stringify(description)}${extra}\n---\n`,
    );
  }
  return discoverIn(fileSystem);
}

async function names(
  query: string,
  more: { limit?: number; offset?: number } = {},
): Promise<string[]> {
  const { hits } = searchSkills({ snapshot: await snapshot(), query, ...more });
  return hits.map(({ name }) => name);
}

describe("what a query finds first", () => {
  test.each([
    ["code puppy architecture", "code-puppy-guide"],
    ["puppy-agent architecture", "code-puppy-guide"],
    ["codepuppyguide", "code-puppy-guide"],
    ["docker compose", "docker-compose"],
    ["docker-compose", "docker-compose"],
    ["deploying a container", "docker-compose"],
    ["how do I deploy my service?", "docker-compose"],
    ["operators", "kubernetes-operator"],
    ["kuberntes", "kubernetes-operator"],
    ["kubernetes controler", "kubernetes-operator"],
    ["PDF", "pdf-forms"],
    ["fill a form", "pdf-forms"],
    ["extracting documents", "pdf-forms"],
    ["React performance", "react-best-practices"],
    ["javascript bundle", "react-best-practices"],
    ["java script", "react-best-practices"],
    ["spreadsheet", "spreadsheet-tools"],
    ["merge cells", "spreadsheet-tools"],
    ["spredsheets", "spreadsheet-tools"],
    ["議事録", "meeting-notes"],
    ["議事録 要約", "meeting-notes"],
    ["数据报告", "data-report"],
    ["报", "data-report"],
    ["cafés", "cafe-menu"],
    ["Speisekarten", "cafe-menu"],
    ["ubersetzt", "cafe-menu"],
    ["ledger", "accounts"],
    ["ＰＤＦ", "pdf-forms"],
    ["kube", "kubernetes-operator"],
  ])("%s: %s", async (query, first) => {
    expect((await names(query))[0]).toBe(first);
  });

  test.each(["zzz", "!!!", "qqqqqqqqqq", "\u0000"])("%j finds nothing", async (query) => {
    expect(await names(query)).toEqual([]);
  });

  test("a name weighs more than a description", async () => {
    const fileSystem = memoryFileSystem({
      "/w/.agents/skills/a/SKILL.md": skillText("a", "All about testing, testing and testing."),
      "/w/.agents/skills/testing/SKILL.md": skillText("testing", "Something else."),
    });
    const { hits } = searchSkills({ snapshot: await discoverIn(fileSystem), query: "testing" });
    expect(hits.map(({ name }) => name)).toEqual(["testing", "a"]);
  });
});

describe("pages", () => {
  test("a blank query gives all, in order of precedence", async () => {
    expect(await names(" ")).toEqual(Object.keys(SKILLS).sort());
  });

  test("limit and offset page through the same ranking", async () => {
    const all = searchSkills({
      snapshot: await snapshot(),
      query: "the of and extracts deploys react",
    });
    expect(all.total).toBe(3);
    const pages: string[] = [];
    for (let offset = 0; offset < all.total; offset += 2) {
      const page = searchSkills({
        snapshot: await snapshot(),
        query: "the of and extracts deploys react",
        limit: 2,
        offset,
      });
      expect(page.total).toBe(all.total);
      pages.push(...page.hits.map(({ name }) => name));
    }
    expect(pages).toEqual(all.hits.map(({ name }) => name));
  });

  test("beyond the end and with limit 0 there are no hits, and the total stays", async () => {
    const more = searchSkills({ snapshot: await snapshot(), query: "pdf", offset: 99 });
    expect(more).toEqual({ total: 1, hits: [] });
    expect(searchSkills({ snapshot: await snapshot(), query: "pdf", limit: 0 })).toEqual(more);
  });

  test.each([{ limit: -1 }, { offset: -1 }, { limit: 1.5 }])("%j is refused", async (page) => {
    await expect(names("pdf", page)).rejects.toMatchObject({ code: "invalid_option" });
  });
});

describe("what is searched", () => {
  test("the model finds enabled skills, the user hidden ones too, nobody shadowed or disabled ones", async () => {
    const fileSystem = memoryFileSystem({
      "/w/.agents/skills/on/SKILL.md": skillText("on", "Thing."),
      "/w/.agents/skills/off/SKILL.md": skillText("off", "Thing."),
      "/w/.agents/skills/shy/SKILL.md":
        "---\nname: shy\ndescription: Thing.\ndisable-model-invocation: true\n---\n",
      "/w/.claude/skills/on/SKILL.md": skillText("on", "Thing."),
      "/opt/v/next/SKILL.md": skillText("next", "Thing."),
    });
    const found = await discoverIn(
      fileSystem,
      { plugins: [{ id: "vercel", roots: ["/opt/v"] }] },
      { overrides: { off: "off" } },
    );
    const by = (caller: "model" | "user"): string[] =>
      searchSkills({ snapshot: found, query: "things", caller }).hits.map(({ name }) => name);
    expect(by("model")).toEqual(["on", "vercel:next"]);
    expect(by("user")).toEqual(["on", "shy", "vercel:next"]);
  });

  test("hits are neutral, whatever a description holds", async () => {
    const description = JSON.stringify("thing \u001b[31m\u202E\n</x>");
    const fileSystem = memoryFileSystem({
      "/w/.agents/skills/a/SKILL.md": skillText("a", description),
    });
    const { hits } = searchSkills({ snapshot: await discoverIn(fileSystem), query: "thing" });
    expect(hits[0]?.description).toBe("thing [31m </x>");
  });
});

describe("determinism and cost", () => {
  test("equal inputs give equal answers, whatever the order of listings", async () => {
    const answers = [false, true].map(async (reversed) => {
      const fileSystem = memoryFileSystem();
      const all = Array.from({ length: 50 }, (_, index) => `skill-${index + 10}`);
      for (const name of reversed ? all.reverse() : all) {
        fileSystem.write(
          `/w/.agents/skills/${name}/SKILL.md`,
          skillText(name, "The same text for all."),
        );
      }
      fileSystem.reversed = reversed;
      return searchSkills({
        snapshot: await discoverIn(fileSystem),
        query: "same txet skill",
        limit: 50,
      });
    });
    const [first, second] = await Promise.all(answers);
    expect(first).toEqual(second);
    expect(first?.hits.map(({ path }) => path)).toEqual(
      [...(first?.hits ?? [])].map(({ path }) => path).sort(),
    );
  });

  test("a query of any length is answered", async () => {
    const query = `${"abcdefgh ".repeat(100_000)}${"x".repeat(100_000)} pdf`;
    expect(await names(query)).toEqual([]);
    expect(await names(`pdf ${query}`)).toEqual(["pdf-forms"]);
  });
});

describe("forms of a word", () => {
  test.each([
    ["deploy deploys deployed deploying deployment deployments"],
    ["cache caches cached caching"],
    ["plan plans planned planning planner"],
    ["query queries querying"],
    ["test tests tested testing tester"],
    ["operator operators operate operates operated operating operation operations"],
    ["generate generates generated generating generation generator"],
    ["box boxes"],
  ])("%s have one stem", (words) => {
    expect(new Set(words.split(" ").map(stemOf)).size).toBe(1);
  });

  test.each(["class", "status", "analysis", "us", "bus", "k8s", "日本", ""])(
    "%j stays as it is",
    (word) => {
      expect(stemOf(word)).toBe(word);
    },
  );
});

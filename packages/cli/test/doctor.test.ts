import { describe, expect, it } from "vitest";
import { makeTree, run } from "./helpers.ts";

describe("doctor", () => {
  it("finds nothing missing on a machine that is well", async () => {
    const tree = makeTree({ "work/.git/": "", "home/": "" });
    const { code, json } = await run(tree, ["doctor", "--json"]);
    expect(code).toBe(0);
    const value = json();
    expect(value).toMatchObject({ schemaVersion: 1, healthy: true });
    expect(value.checks.map(({ id }: { id: string }) => id)).toEqual([
      "node",
      "config",
      "provider",
      "trust",
      "workspace",
      "config-home",
      "state-home",
    ]);
  });

  it("fails on a wrong configuration and names the command that shows it", async () => {
    const tree = makeTree({ "work/.git/": "", "home/.config/alisio/config.json": "{" });
    const { code, stdout } = await run(tree, ["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toContain("MISSING");
    expect(stdout).toContain("alisio config check");
  });

  it("fails where a home is a file", async () => {
    const tree = makeTree({ "work/.git/": "", "home/.config/alisio": "x" });
    expect((await run(tree, ["doctor"])).code).toBe(1);
  });

  it("never shows a key's value", async () => {
    const tree = makeTree({
      "work/.git/": "",
      "home/.config/alisio/config.json": '{"provider": {"model": "m"}}',
    });
    const environment = { OPENAI_API_KEY: "sk-canary" };
    const { stdout } = await run(tree, ["doctor"], { environment });
    expect(stdout).toContain("provider openai-compatible, model m");
    expect(stdout).not.toContain("canary");
  });
});

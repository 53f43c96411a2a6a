import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contextReportSchema } from "../src/schemas.ts";
import { explain } from "./examples/explain.ts";
import { build, changes, jsonSchema, mark, renderings } from "./examples/functions.ts";
import { history } from "./examples/session.ts";

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const readme = textOf("../README.md");
const blocks = (language: string): (string | undefined)[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    (match) => match[1],
  );

describe("the README", () => {
  it("shows the code that is run here", () => {
    expect(blocks("ts")).toEqual([textOf("./examples/explain.ts")]);
  });

  it("shows what that code gives", () => {
    expect(blocks("text")).toEqual([explain(history, "2026-01-31T12:00:00Z")]);
  });

  it("names every error code and every reason", () => {
    const errors = [...textOf("../src/errors.ts").matchAll(/^ {2}\| "(\w+)"/gm)];
    const reasons = /reason = z\.enum\(\[([\s\S]*?)\]\)/.exec(textOf("../src/schemas.ts"))?.[1];
    const names = [...errors.map((match) => match[1]), ...(reasons?.match(/\w+(?=")/g) ?? [])];
    expect(names.length).toBe(17);
    for (const name of names) expect(readme).toContain(`\`${name}\``);
  });
});

describe("documentation comments", () => {
  it("show examples that are run", () => {
    const report = build(history);
    expect(contextReportSchema.parse(report)).toEqual(report);
    const written: string[] = [];
    const process = { stdout: { write: (text: string) => written.push(text) } };
    const [text, markdown, strip, isUnchanged] = renderings(report, process, { headers: {} });
    expect(text).toContain("Context report");
    expect(markdown).toContain("# Context report");
    expect(strip).toHaveLength(40);
    expect(isUnchanged).toBe(false);
    expect(JSON.parse(written.join(""))).toEqual(report);
    expect(report.mode === "off" ? "" : mark(report.segments[0] as never)).toBe("# pinned");
    const more = build([...history, { role: "user", text: "Thanks" }]);
    expect(changes(report, more)).toMatchObject([{ messages: 1 }, []]);
    expect(JSON.parse(jsonSchema())).toHaveProperty("title");
  });

  it("are those of the examples file", () => {
    const run = textOf("./examples/functions.ts").replace(/^ +/gm, "");
    const sources = readdirSync(new URL("../src/", import.meta.url)).filter((name) =>
      name.endsWith(".ts"),
    );
    const examples = sources.flatMap((name) =>
      [...textOf(`../src/${name}`).matchAll(/ \* ```ts\n([\s\S]*?) \* ```/g)].map((match) =>
        (match[1] ?? "").replace(/^ \* +/gm, ""),
      ),
    );
    expect(examples).toHaveLength(9);
    for (const example of examples) expect(run).toContain(example);
  });
});

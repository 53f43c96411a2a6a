import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Message } from "../src/index.ts";
import { contextGovernedEventSchema } from "../src/schemas.ts";
import { nextRequest } from "./examples/adopt.ts";
import { wouldSave } from "./examples/measure.ts";
import { profile } from "./examples/own-profile.ts";
import { request } from "./examples/report.ts";
import { A, EAGER, LONG, read, step, stubs, turns, write } from "./support/conversation.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = new URL("./examples/", import.meta.url);

describe("the README", () => {
  it("shows exactly the examples that run here", () => {
    const shown = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
    const files = readdirSync(examples).map((file) =>
      readFileSync(new URL(file, examples), "utf8"),
    );
    expect([...shown].sort()).toEqual([...files].sort());
  });

  it("shows stubs as they are", () => {
    expect(stubs(turns(read("r", "src/a.ts", A), write("w", "src/a.ts")))["r"]).toBe(
      readme.match(/^\[elided: read_file .*$/m)?.[0],
    );
  });
});

describe("the examples", () => {
  it("adopt: an agent with tools of its own", () => {
    const view = (id: string): Message[] => turns(step(id, "view", { path: "a.ts" }, LONG));
    const save = turns(step("s", "save", { path: "a.ts" }, "saved"));
    const filler: Message[] = Array.from({ length: 32 }, () => ({ role: "user", text: "more" }));
    expect(nextRequest(view("v1"))).toHaveLength(2);
    const sent = nextRequest([...save, ...view("v2"), ...filler]);
    expect(sent[1]).toMatchObject({
      callId: "v1",
      content: '[elided: view "a.ts"@unknown; re-read to view]',
    });
    expect(sent.slice(2)).toEqual([...save, ...view("v2"), ...filler]);
  });

  it("measure: what would be saved", () => {
    const history = turns(...Array.from({ length: 20 }, (_, n) => read(`r${n}`, "a", `${A}${n}`)));
    expect(wouldSave(history)).toMatch(/^14 results, about \d{3} of \d{4} tokens$/);
  });

  it("own profile: hashes replaced by text", () => {
    const view = (id: string, args: object, text: string): ReturnType<typeof step> =>
      step(id, "view", { file: "a", ...args }, text);
    const found = stubs(
      turns(
        view("v1", {}, `${LONG}1`),
        view("v2", { from: 3, lines: 5 }, `${LONG}2`),
        view("v3", {}, `${LONG}3`),
        view("v4", { from: 3, lines: 5 }, `${LONG}4`),
        view("v5", {}, "File unchanged since last view."),
        step("x", "other", { file: "a" }, LONG),
      ),
      { ...EAGER, profile },
    );
    expect(found).toEqual({
      v1: '[elided: view "a"@unknown; re-read to view]',
      v2: '[elided: view "a"@unknown lines 3+5; re-read to view]',
    });
  });

  it("report: an event and lines for people", () => {
    const { messages, event, lines } = request(turns(read("r", "a", A), write("w", "a")));
    expect(messages).toHaveLength(4);
    expect(contextGovernedEventSchema.parse(event)).toEqual(event);
    expect(lines).toEqual(["read_file 1/1"]);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createEventBuilder, MAX_NEWLY_ELIDED_IDS } from "../src/events.ts";
import { createProjector, type Message, projectHistory } from "../src/index.ts";
import { contextGovernedEventSchema, contextGovernedEventSchemaV1 } from "../src/schemas.ts";
import { createUsageLedger } from "../src/usage.ts";
import {
  A,
  B,
  EAGER,
  LONG,
  poll,
  read,
  search,
  step,
  turn,
  turns,
  write,
} from "./support/conversation.ts";

const history = turns(read("r1", "a.ts", A), read("r2", "b.ts", A), write("w", "a.ts"));

describe("createEventBuilder", () => {
  it("tells what one request did", () => {
    const projection = projectHistory(history, EAGER);
    const ledger = createUsageLedger(EAGER);
    ledger.record(projection);
    const event = createEventBuilder(EAGER).build(projection, ledger.summary());
    expect(event).toEqual({
      type: "context_governed",
      version: 1,
      mode: "on",
      policyVersion: 1,
      request: 1,
      ...projection.totals,
      newlyElided: ["r1"],
      newlyElidedOmitted: 0,
      usage: {
        tools: [{ tool: "read_file", seen: 1, used: 0, reread: 0 }],
        notAttributable: 1,
      },
    });
    expect(contextGovernedEventSchema.parse(event)).toEqual(event);
  });

  it("numbers the requests of a run, and names an id once", () => {
    const projector = createProjector(EAGER);
    const builder = createEventBuilder(EAGER);
    const events: unknown[] = [];
    const request = (...messages: readonly Message[]): void => {
      projector.push(messages);
      const event = builder.build(projector.view());
      events.push([event?.request, event?.elided, event?.newlyElided]);
    };
    request(...history);
    request();
    request(...turn(write("w2", "b.ts")));
    builder.startRun();
    request(...turn(read("r3", "b.ts", A)));
    request(...turn(write("w3", "b.ts")));
    expect(events).toEqual([
      [1, 1, ["r1"]],
      [2, 1, []],
      [3, 2, ["r2"]],
      [1, 2, []],
      [2, 3, ["r3"]],
    ]);
  });

  it("comes again for a recovery request, whose history was cut", () => {
    const builder = createEventBuilder(EAGER);
    const first = builder.build(projectHistory(history, EAGER));
    const cut = history.slice(0, 4);
    const recovery = builder.build(projectHistory(cut, EAGER));
    const after = builder.build(projectHistory(history, EAGER));
    expect([first?.request, recovery?.request, after?.request]).toEqual([1, 2, 3]);
    expect([first?.newlyElided, recovery?.newlyElided, after?.newlyElided]).toEqual([
      ["r1"],
      [],
      [],
    ]);
    expect(recovery?.elided).toBe(0);
  });

  it("names at most 32 ids, the first of the history, and counts the rest", () => {
    const reads = Array.from({ length: 40 }, (_, number) => read(`r${number}`, `${number}.ts`, A));
    const writes = Array.from({ length: 40 }, (_, number) => write(`w${number}`, `${number}.ts`));
    const builder = createEventBuilder(EAGER);
    const projection = projectHistory([...turn(...reads), ...turn(...writes)], EAGER);
    const event = builder.build(projection);
    expect(MAX_NEWLY_ELIDED_IDS).toBe(32);
    expect(event?.elided).toBe(40);
    expect(event?.newlyElided).toEqual(reads.slice(0, 32).map(({ call }) => call.id));
    expect(event?.newlyElidedOmitted).toBe(8);
    expect(builder.build(projection)).toMatchObject({ newlyElided: [], newlyElidedOmitted: 0 });
  });

  it("says nothing in off", () => {
    expect(createEventBuilder().build(projectHistory(history))).toBeUndefined();
    const off = { ...EAGER, mode: "off" } as const;
    expect(createEventBuilder(off).build(projectHistory(history, off))).toBeUndefined();
    expect(createEventBuilder(off).build(projectHistory(history, EAGER))).toBeUndefined();
  });

  it("in shadow says shadow", () => {
    const settings = { ...EAGER, mode: "shadow" } as const;
    const event = createEventBuilder(settings).build(projectHistory(history, settings));
    expect(event).toMatchObject({ mode: "shadow", elided: 1, newlyElided: ["r1"] });
    expect(event?.usage).toEqual({ tools: [], notAttributable: 0 });
  });
});

describe("events of a session in which every text is a canary", () => {
  let canaries = 0;
  const canary = (): string => {
    canaries += 1;
    return `canary${canaries}end`;
  };

  function session(): Message[] {
    const [path, other, task] = [canary(), canary(), canary()];
    const note = { note: `${canary()}${LONG}` };
    const args = { pattern: canary(), extra: canary() };
    const found = { lines: [{ type: "match", path: canary(), line: 1, text: canary() }], ...note };
    const list = { files: [canary(), path] };
    return [
      { role: "system", text: canary() },
      { role: "user", text: canary() },
      { role: "user", text: canary(), kind: "checkpoint" },
      { role: "assistant", text: canary(), providerData: { signature: canary() } },
      ...turns(
        read("r1", path, A, { startLine: 1, note: canary() }),
        read("r2", path, B),
        read("r3", other, null),
        write("w1", path),
        write("w2", other, "edit_file"),
        poll("p1", { id: task }, ""),
        poll("p2", { id: task }, canary()),
        search("s1", args, found),
        search("s2", args, found),
        step("l1", "list_files", { path: canary() }, list),
        step(
          "x1",
          "run_process",
          { command: `cat ${path}`, args: [canary()] },
          { stdout: canary() },
        ),
        step("x2", "shell", { command: canary() }, canary()),
        // Anybody may make up the name of a tool.
        step("u1", canary(), { [canary()]: canary(), path }, canary()),
      ),
      { role: "user", text: canary() },
      ...turn(read("r4", other, A)),
    ] as Message[];
  }

  it.each(["shadow", "on"] as const)("hold none of them in %s", (mode) => {
    const settings = { ...EAGER, mode };
    const projector = createProjector(settings);
    const ledger = createUsageLedger(settings);
    const builder = createEventBuilder(settings);
    const events: string[] = [];
    for (const message of session()) {
      projector.push([message]);
      const view = projector.view();
      ledger.record(view);
      events.push(JSON.stringify(builder.build(view, ledger.summary())));
    }
    expect(canaries).toBeGreaterThan(25);
    expect(events.join("")).not.toContain("canary");
    expect(events.join("")).not.toContain("elided:");
    const last = JSON.parse(events.at(-1) ?? "");
    expect(last.elidedByReason).toEqual({
      superseded_read: 3,
      stale_bg_output: 1,
      duplicate_search: 1,
    });
    expect(last.usage.tools.map(({ tool }: { tool: string }) => tool)).toEqual([
      "list_files",
      "read_file",
      "search_text",
    ]);
  });
});

describe("the event's schema", () => {
  const fixture = (name: string): unknown =>
    JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8"));

  it.each([["context-governed/v1.json", contextGovernedEventSchemaV1]] as const)(
    "still reads %s",
    (name, schema) => {
      const event = fixture(name);
      expect(schema.parse(event)).toEqual(event);
      expect(contextGovernedEventSchema.parse(event)).toEqual(event);
    },
  );

  it.each([
    { version: 2 },
    { mode: "off" },
    { path: "src/a.ts" },
    { newlyElided: Array(33).fill("x") },
    { request: 0 },
    { tokensAfter: -1 },
  ])("refuses %j", (change) => {
    const event = { ...(fixture("context-governed/v1.json") as object), ...change };
    expect(contextGovernedEventSchema.safeParse(event).success).toBe(false);
  });
});

// What went wrong in other context pruners, each reduced to a situation, and what holds here.
import { describe, expect, it } from "vitest";
import { createProjector, type Message, projectHistory, segmentsOf } from "../src/index.ts";
import {
  A,
  answer,
  assistant,
  B,
  EAGER,
  LONG,
  poll,
  read,
  search,
  step,
  stubs,
  turn,
  turns,
  write,
} from "./support/conversation.ts";

const superseded = turns(read("r1", "a.ts", A), write("w", "a.ts"));
const user: Message = { role: "user", text: "go on" };

/** A session of some length in which files are read, changed, and read again. */
function session(rounds: number): Message[] {
  return Array.from({ length: rounds }, (_, round) => [
    user,
    ...turns(
      read(`read ${round}`, `file${round % 5}.ts`, round % 2 ? A : B),
      write(`write ${round}`, `file${(round * 3) % 5}.ts`),
      search(`search ${round}`, {}, {}),
    ),
  ]).flat();
}

const json = (messages: readonly Message[]): string[] =>
  messages.map((each) => JSON.stringify(each));

describe("a request", () => {
  it("holds no list or counter that changes from turn to turn", () => {
    const history = session(8);
    for (let length = 33; length < 56; length++) {
      const before = json(projectHistory(history.slice(0, length), { mode: "on" }).messages);
      const after = json(projectHistory(history.slice(0, length + 1), { mode: "on" }).messages);
      if ((length + 1) % 32 !== 0) expect(after.slice(0, length)).toEqual(before);
    }
  });

  it("changes its prefix at most once per epoch", () => {
    const history = session(40);
    let changes = 0;
    let before: string[] = [];
    for (let length = 1; length <= history.length; length++) {
      const after = json(projectHistory(history.slice(0, length), { mode: "on" }).messages);
      if (after.slice(0, before.length).join() !== before.join()) {
        changes += 1;
        expect(length % 32).toBe(0);
      }
      before = after;
    }
    expect(changes).toBeGreaterThan(3);
    expect(changes).toBeLessThanOrEqual(history.length / 32);
  });

  it("never has another number or order of messages, within a batch of parallel calls too", () => {
    const history = [...turn(read("r1", "a", A), read("r2", "b", A), write("w", "a")), assistant()];
    const { messages } = projectHistory(history, EAGER);
    expect(messages.map((each) => ("callId" in each ? each.callId : each.role))).toEqual([
      "assistant",
      "r1",
      "r2",
      "w",
      "assistant",
    ]);
  });

  it("shares untouched messages", () => {
    const history = session(10);
    const { messages, elisions } = projectHistory(history, EAGER);
    const copies = messages.filter((message, at) => message !== history[at]);
    expect(copies).toHaveLength(elisions.length);
  });

  it("carries continuation data, signatures and cache markers byte for byte", () => {
    const [call, result, ...later] = superseded as [Message, Message, ...Message[]];
    const history = [
      { ...call, providerData: { encrypted: "b3BhcXVl", items: [1, { a: null }] } },
      { ...result, approval: { id: "x" }, cacheControl: { type: "ephemeral" } },
      ...later,
    ] as Message[];
    const { messages } = projectHistory(history, EAGER);
    expect(messages[0]).toBe(history[0]);
    const { content: _, ...rest } = messages[1] as typeof result & { content: string };
    const { content: __, ...before } = history[1] as typeof result & { content: string };
    expect(rest).toEqual(before);
  });
});

describe("a stub", () => {
  it("holds no counter, random name or date", () => {
    const stub = stubs(superseded)["r1"];
    expect(stubs([...session(3), ...superseded])["r1"]).toBe(stub);
    expect(stubs([...superseded, ...session(3)])["r1"]).toBe(stub);
  });

  it("of a read or search points at a result that is there, whole", () => {
    const { elisions } = projectHistory(session(20), EAGER);
    const elided = new Set(elisions.map(({ callId }) => callId));
    expect(elisions.length).toBeGreaterThan(20);
    for (const { supersededBy } of elisions) expect(elided.has(supersededBy)).toBe(false);
  });
});

describe("a result", () => {
  it("of the running turn is left alone", () => {
    const history = turn(read("r1", "a.ts", A), write("w", "a.ts"));
    expect(stubs(history)).toEqual({});
  });

  it("is covered by what was returned, never by what was asked for", () => {
    const cut = { truncated: true, content: LONG };
    const whole = step("r2", "read_file", { path: "a.ts" }, { path: "a.ts", sha256: A, ...cut });
    expect(stubs(turns(read("r1", "a.ts", A, { startLine: 900 }), whole))).toEqual({});
  });

  it("isn't superseded by an error", () => {
    const edit = write("w", "a.ts", "edit_file");
    const history = [
      ...turn(read("r1", "a.ts", A)),
      assistant(edit.call),
      answer(edit, { isError: true }),
    ];
    expect(stubs(history)).toEqual({});
  });

  it("of a process is never elided, whatever its exit code", () => {
    const processes = [0, 1].flatMap((exitCode) =>
      ["run_process", "shell"].map((name) =>
        step(`${name}${exitCode}`, name, { command: "cat a.ts" }, { stdout: LONG, exitCode }),
      ),
    );
    expect(stubs(turns(...processes, ...processes, write("w", "a.ts")))).toEqual({});
  });

  it("of a tool that the profile doesn't know is never elided", () => {
    const unknown = ["mcp_read_file", "Read", "web_fetch"].map((name) =>
      step(name, name, { path: "a.ts" }, { path: "a.ts", sha256: A, content: LONG }),
    );
    expect(stubs(turns(...unknown, write("w", "a.ts")))).toEqual({});
  });

  it("without its call, and a call without its result, stay as they are", () => {
    const orphan = answer(read("r0", "a.ts", A));
    const history = [orphan, ...turn(write("w", "a.ts")), assistant(read("r1", "b.ts", A).call)];
    expect(projectHistory(history, EAGER).messages).toBe(history);
  });

  it("with an image is left whole, and its parts are counted apart", () => {
    const first = read("r1", "a.ts", A);
    const content = [
      { type: "text", text: first.text },
      { type: "image", data: "A".repeat(4000) },
    ];
    const history = [
      assistant(first.call),
      answer(first, { content }),
      ...turn(write("w", "a.ts")),
    ];
    expect(stubs(history)).toEqual({});
    const segment = segmentsOf(history).find(
      ({ callId, kind }) => callId === "r1" && kind === "tool_result",
    );
    expect(segment).toMatchObject({ nonTextParts: 1, tokens: Math.ceil(first.text.length / 4) });
  });
});

describe("evidence", () => {
  it("comes from one history alone", () => {
    const subagent = createProjector(EAGER);
    const main = createProjector(EAGER);
    main.push(turn(write("w", "a.ts")));
    subagent.push([...turn(read("r1", "a.ts", A)), assistant()]);
    main.view();
    expect(subagent.view().elisions).toEqual([]);
  });

  it.each(["./a.ts", "x/../a.ts", "A.ts", "a.ts/", " a.ts", "a.ts\u200b"])(
    "%j is another file than a.ts",
    (path) => {
      expect(stubs(turns(read("r1", "a.ts", A), write("w", path)))).toEqual({});
    },
  );

  it("leaves out counters and statistics", () => {
    const polls = [1, 2].map((elapsedMs) =>
      step(`p${elapsedMs}`, "bg_output", { id: "t" }, { text: "out", elapsedMs, note: LONG }),
    );
    const searches = [1, 2].map((elapsedMs) => search(`s${elapsedMs}`, {}, { elapsedMs }));
    expect(Object.keys(stubs(turns(...polls, ...searches)))).toEqual(["p1", "s1"]);
  });

  it("leaves incremental polls alone", () => {
    const chunks = turns(
      poll("p1", {}, "one", 3),
      poll("p2", { offset: 3 }, "two", 6),
      poll("p3", { offset: 6 }, "", 6),
      poll("p4", { offset: 6 }, "three", 11),
    );
    expect(stubs(chunks)).toEqual({});
  });
});

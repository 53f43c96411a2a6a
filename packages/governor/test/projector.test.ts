import { describe, expect, it } from "vitest";
import { createProjector, type Message, projectHistory, type ToolProfile } from "../src/index.ts";
import { profile as alisio } from "../src/profiles/alisio.ts";
import {
  A,
  assistant,
  B,
  EAGER,
  poll,
  read,
  search,
  turn,
  turns,
  write,
} from "./support/conversation.ts";

const history: readonly Message[] = [
  { role: "user", text: "go" },
  ...turns(
    read("r1", "a.ts", A),
    read("r2", "b.ts", A),
    poll("p1", {}, ""),
    search("s1", {}, {}),
    write("w1", "b.ts"),
    poll("p2", {}, ""),
    search("s2", {}, {}),
    write("w2", "a.ts"),
    poll("p3", {}, "x"),
  ),
];

describe("createProjector", () => {
  it.each(["off", "shadow", "on"] as const)("gives in %s what the one-shot form gives", (mode) => {
    const settings = { ...EAGER, mode };
    const projector = createProjector(settings);
    expect(projector.view()).toEqual(projectHistory([], settings));
    for (const [at, message] of history.entries()) {
      projector.push([message]);
      const expected = projectHistory(history.slice(0, at + 1), settings);
      expect(projector.view()).toEqual(expected);
      expect(projector.snapshot()).toEqual(expected);
      expect(JSON.stringify(projector.view())).toBe(JSON.stringify(expected));
    }
  });

  it("keeps elisions in history order when older results are elided later", () => {
    const projector = createProjector(EAGER);
    const seen: string[][] = [];
    for (const message of history) {
      projector.push([message]);
      seen.push(projector.view().elisions.map(({ callId }) => callId));
    }
    expect(seen.at(-1)).toEqual(["r1", "r2", "p1", "s1", "p2"]);
    expect(seen).toContainEqual(["r2", "p1", "s1"]);
  });

  it("moves the superseder on, and not that of a snapshot", () => {
    const projector = createProjector(EAGER);
    projector.push(turns(read("r1", "a.ts", A), write("w1", "a.ts")));
    const snapshot = projector.snapshot();
    const [elision] = projector.view().elisions;
    expect(elision?.supersededBy).toBe("w1");
    projector.push(turns(read("r2", "a.ts", B)));
    expect(projector.view().elisions[0]?.supersededBy).toBe("r2");
    expect(snapshot.elisions[0]?.supersededBy).toBe("w1");
  });

  it("hands out arrays of its own, which pushes change in place", () => {
    const projector = createProjector(EAGER);
    const messages = turns(read("r1", "a.ts", A));
    projector.push(messages);
    const view = projector.view();
    const snapshot = projector.snapshot();
    expect(view.messages[1]).toBe(messages[1]);
    projector.push(turns(write("w", "a.ts")));
    projector.view();
    expect(view.messages).toHaveLength(4);
    expect(view.messages[1]).not.toBe(messages[1]);
    expect(snapshot.messages).toEqual(messages);
    expect(messages).toHaveLength(2);
  });

  it("changes no message that was pushed", () => {
    const frozen = history.map((message) => Object.freeze({ ...message }));
    const projector = createProjector(EAGER);
    projector.push(Object.freeze(frozen));
    expect(projector.view().totals?.elided).toBe(5);
    expect(frozen).toEqual(history);
  });

  it("looks at each result at most once, and only at those of known tools", () => {
    const looks = new Map<string, number>();
    const profile: ToolProfile = Object.assign(
      (...[call, result]: Parameters<ToolProfile>) => {
        looks.set(call.id, (looks.get(call.id) ?? 0) + 1);
        return alisio(call, result);
      },
      { subjectOf: alisio.subjectOf },
    );
    const projector = createProjector({ ...EAGER, profile });
    for (const message of [...history, ...turn(read("r9", "once.ts", A)), assistant()]) {
      projector.push([message]);
      projector.view();
      projector.view();
    }
    expect([...looks.values()].every((times) => times === 1)).toBe(true);
    expect([...looks.keys()].sort()).toEqual(
      ["r1", "r2", "p1", "s1", "w1", "p2", "s2", "w2", "p3"].sort(),
    );
  });

  it("looks at nothing beyond the eligible prefix", () => {
    const seen: string[] = [];
    const profile: ToolProfile = ({ id }) => {
      seen.push(id);
      return [];
    };
    const projector = createProjector({ mode: "on", epochMessages: 4, profile });
    projector.push(history.slice(0, 7));
    projector.view();
    expect(seen).toEqual(["r1"]);
  });

  it("takes a prefix from the host, from then on", () => {
    const projector = createProjector({ ...EAGER, epochMessages: 1000 });
    projector.push(history);
    expect(projector.view().totals?.elided).toBe(0);
    expect(projector.view({ eligibleMessages: history.length }).totals?.elided).toBe(5);
    projector.push(turn(write("w3", "c.ts")));
    expect(projector.view().totals?.elided).toBe(5);
    expect(projector.snapshot({ eligibleMessages: history.length + 2 }).totals?.messages).toBe(21);
  });
});

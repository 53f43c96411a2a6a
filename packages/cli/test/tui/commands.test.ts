import { describe, expect, it } from "vitest";
import { createTestChat, frame, KEYS, pausing } from "./chat.ts";

describe("commands", () => {
  it.each([
    ["/contxt", /There is no command \/contxt\. Did you mean \/context\?/],
    ["/skill:nope", /There is no skill nope here/],
    ["/governor maybe", /maybe is not off, shadow or on/],
    ["/governor", /The governor is off/],
    ["/stats", /The governor is off: nothing is measured/],
    ["/resume", /there is nothing to go on with/],
    ["/resume zzz", /There is no session zzz here/],
    ["/goal", /No goal is set/],
    ["/plan", /No plan is set/],
    ["/plan approve", /There is no answer yet/],
    ["/plugins", /No plugin is named/],
    ["/compact on the tests", /Not compacted: there is too little/],
    ["/context", /Context report[\s\S]*\n\/governor shadow measures it/],
    ["/help", /\/governor off\|shadow\|on/],
  ])("%s", async (line, said) => {
    const chat = await createTestChat({ columns: 120 });
    await chat.submit(line);
    expect(chat.transcript()).toMatch(said);
    expect(chat.runner.calls.filter((call) => call.startsWith("run"))).toEqual([]);
  });

  it.each(["/compact on the tests", "/contxt", "/resume zzz", "/plugins", "/governor maybe"])(
    "%s: what it says is broken between words",
    async (line) => {
      const chat = await createTestChat({ columns: 24 });
      const before = chat.transcript();
      await chat.submit(line);
      const lines = chat.transcript().slice(before.length).split("\n");
      expect(lines.filter((each) => each.length > 24)).toEqual([]);
      expect(lines.length).toBeGreaterThan(1);
    },
  );

  it("/context says how to measure only where nothing is measured", async () => {
    const chat = await createTestChat();
    await chat.submit("/governor shadow");
    await chat.submit("/context");
    expect(chat.transcript()).toContain("Context report");
    expect(chat.transcript()).not.toContain("/governor shadow measures it");
  });

  it("a blank in front sends a prompt that begins with /", async () => {
    const chat = await createTestChat();
    await chat.submit(" /usr/bin is what?");
    expect(chat.runner.calls).toEqual(["run /usr/bin is what?"]);
    await chat.submit("/init");
    expect(chat.runner.calls.at(-1)).toBe("run /init");
  });

  it("sets goal and plan", async () => {
    const chat = await createTestChat();
    await chat.submit("/goal Cents are right");
    expect(chat.runner.goal).toEqual({ objective: "Cents are right", status: "active" });
    await chat.submit("/goal done");
    expect(chat.runner.goal?.status).toBe("completed");
    await chat.submit("/goal clear");
    expect(chat.runner.goal).toBeUndefined();
    chat.runner.history.push({ role: "assistant", text: "# The plan\n1. Do it" });
    await chat.submit("/plan approve");
    expect(chat.runner.plan).toMatchObject({ title: "The plan", revision: 1, status: "approved" });
    await chat.submit("/plan Other\nsteps");
    expect(chat.runner.plan).toMatchObject({ title: "Other", revision: 2, text: "Other\nsteps" });
    expect(chat.runner.plan?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("shows the last request and the ratios", async () => {
    const chat = await createTestChat();
    await chat.submit("/governor on");
    await chat.submit("/stats");
    expect(chat.transcript()).toContain("no request was made yet");
    chat.runner.lastEvent = {
      type: "context_governed",
      version: 1,
      mode: "on",
      policyVersion: 1,
      request: 7,
      messages: 80,
      segments: 120,
      elided: 3,
      elidedByReason: { superseded_read: 2, stale_bg_output: 0, duplicate_search: 1 },
      tokensBefore: 12_000,
      tokensAfter: 9000,
      newlyElided: [],
      newlyElidedOmitted: 0,
      usage: { tools: [{ tool: "read_file", seen: 45, used: 20, reread: 4 }], notAttributable: 2 },
    };
    await chat.submit("/stats");
    expect(chat.transcript()).toContain("read_file 20/45  read again 4");
    expect(chat.transcript()).toContain("~12,000 tokens, sent ~9,000 (25% less)");
    expect(chat.transcript()).toContain("3 results elided: superseded_read 2, duplicate_search 1");
  });

  it("some wait until the agent is idle", async () => {
    const chat = await createTestChat();
    const finish = pausing(chat);
    chat.type("go", KEYS.enter);
    await chat.submit("/compact");
    expect(chat.transcript()).toContain("/compact has to wait");
    await chat.submit("/stats");
    expect(chat.transcript()).toContain("The governor is off");
    finish();
  });

  it("switches to another session and shows its end", async () => {
    const sessions = [
      {
        id: "aaaa1111",
        modifiedAtMs: Date.UTC(2026, 0, 31, 11),
        title: "fix \u001b[31mthe tests 日本語",
      },
      { id: "0123456789abcdef", modifiedAtMs: Date.UTC(2026, 0, 29), title: undefined },
    ];
    const chat = await createTestChat({ sessions });
    await chat.submit("/sessions");
    expect(frame(chat)).toContain("fix \\u{1b}[31mthe tests 日本語");
    expect(frame(chat)).toMatch(/aaaa1111 +1 h ago/);
    expect(frame(chat)).toMatch(/› 01234567 \(this one\)/);
    chat.type(KEYS.up, KEYS.enter);
    await chat.settle();
    expect(chat.driver.runner.sessionId).toBe("aaaa1111");
    expect(chat.runner.isClosed).toBe(true);
    expect(chat.transcript()).toContain("Session aaaa1111");
    await chat.submit("hello");
    expect(chat.runners.get("aaaa1111")?.calls).toEqual(["run hello"]);
  });
});

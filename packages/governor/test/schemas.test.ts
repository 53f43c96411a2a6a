import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Message, resolveSettings, segmentsOf } from "../src/index.ts";
import { governorPolicySchema, messageSchema } from "../src/schemas.ts";

function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8"));
}

describe("stored settings", () => {
  it("of policy version 1 are read", () => {
    const policy = fixture<object>("policy/v1.json");
    expect(governorPolicySchema.parse(policy)).toEqual(policy);
    expect(resolveSettings(governorPolicySchema.parse(policy))).toMatchObject(policy);
  });
});

describe("a stored history", () => {
  const history = fixture<Message[]>("history/v1.json");

  it("is read with all its fields", () => {
    expect(history.map((message) => messageSchema.parse(message))).toEqual(history);
    expect(segmentsOf(history)).toHaveLength(8);
  });

  it.each([
    { role: "developer", text: "x" },
    { role: "user" },
    { role: "user", text: "x", kind: "summary" },
    { role: "assistant", text: "x", calls: [{ id: 1, name: "x", args: {} }] },
    { role: "tool", callId: "1" },
    { role: "tool", callId: "1", content: [{ text: "no type" }] },
    { role: "tool", callId: "1", content: "x", isError: "no" },
  ])("with %j is refused", (message) => {
    expect(messageSchema.safeParse(message).success).toBe(false);
  });
});

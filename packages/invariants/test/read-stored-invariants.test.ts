import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { acceptQuotes, readStoredInvariants, renderInvariants } from "../src/index.ts";
import { storedInvariantsSchema } from "../src/schemas.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
const EMPTY = { version: 1, instructions: [] };

describe("readStoredInvariants", () => {
  it("reads a value of version 1, which renders as the fixture's block", () => {
    const value: unknown = JSON.parse(fixture("stored-v1/value.json"));
    expect(readStoredInvariants(value)).toEqual({ stored: value, diagnostics: [] });
    expect(storedInvariantsSchema.parse(value)).toEqual(value);
    expect(`${renderInvariants({ stored: value }).text}\n`).toBe(fixture("stored-v1/block.txt"));
  });

  it("takes a missing value for an empty list", () => {
    expect(readStoredInvariants(undefined)).toEqual({ stored: EMPTY, diagnostics: [] });
  });

  const cases = JSON.parse(fixture("stored-corrupted/cases.json")) as {
    name: string;
    value: unknown;
    path: string;
  }[];
  it.each(cases)("reports and ignores $name", ({ value, path }) => {
    const { stored, diagnostics } = readStoredInvariants(value);
    expect(stored).toEqual(EMPTY);
    expect(diagnostics).toEqual([
      {
        code: "stored.invalid",
        severity: "warning",
        path,
        line: null,
        column: null,
        message: `${path} is left out: it must be as acceptQuotes gave it; restore or remove it.`,
      },
    ]);
    expect(storedInvariantsSchema.safeParse(value).success).toBe(false);
    expect(renderInvariants({ stored: value })).toMatchObject({ text: undefined, diagnostics });
    const messages = [{ role: "user", text: "Be brief", ordinary: true }];
    expect(acceptQuotes(["Be brief"], messages, value)).toMatchObject({
      stored: { version: 1, instructions: ["Be brief"] },
      diagnostics,
    });
  });

  it("survives values that throw when they are looked at", () => {
    const throwing = {
      get version(): number {
        throw new Error("broken store");
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const list = Proxy.revocable([], {});
    list.revoke();
    const longer = new Proxy(["a"], {
      get: (target, key, receiver) => {
        if (key === Symbol.iterator) throw new Error("broken list");
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    for (const value of [
      throwing,
      proxy,
      { version: 1, instructions: list.proxy },
      { version: 1, instructions: longer },
    ]) {
      const { stored, diagnostics } = readStoredInvariants(value);
      expect(stored).toEqual(EMPTY);
      expect(diagnostics).toHaveLength(1);
    }
  });

  it("judges the length of a huge list before its entries", () => {
    const instructions: unknown[] = [];
    instructions.length = 4_000_000_000;
    expect(readStoredInvariants({ version: 1, instructions }).diagnostics).toHaveLength(1);
  });

  it("reads a repeated instruction once, passes over other fields and hands on a copy", () => {
    const value = { version: 1, instructions: ["a", "b", "a"], note: "kept elsewhere" };
    const { stored } = readStoredInvariants(value);
    expect(stored).toEqual({ version: 1, instructions: ["a", "b"] });
    value.instructions.push("c");
    expect(stored.instructions).toEqual(["a", "b"]);
  });

  it("never repeats a text of the session in a diagnostic", () => {
    const value = { version: 1, instructions: ["canary-7f3a", 1] };
    expect(JSON.stringify(readStoredInvariants(value).diagnostics)).not.toContain("canary");
  });
});

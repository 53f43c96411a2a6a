import { describe, expect, it } from "vitest";
import { acceptQuotes, InvariantsError, type RefusalReason } from "../src/index.ts";

const user = (text: string, ordinary = true) => ({ role: "user", text, ordinary });
const rules = (count: number) => Array.from({ length: count }, (_, index) => `rule ${index}`);
const storedOf = (instructions: readonly string[]) => ({ version: 1, instructions });

describe("acceptQuotes", () => {
  const text = "Please never use semicolons.\nAnd answer in German! \ud83d\ude00";
  const table: [name: string, quote: string, reason: RefusalReason | undefined][] = [
    ["a piece of a message", "never use semicolons", undefined],
    ["the whole message", text, undefined],
    ["a piece over a line break", "semicolons.\nAnd", undefined],
    ["a piece with its outer white space", " never ", undefined],
    ["other capitals", "Never use semicolons", "not_verbatim"],
    ["a line break turned into a space", "semicolons. And", "not_verbatim"],
    ["a paraphrase", "no semicolons", "not_verbatim"],
    ["another normal form", "Ger\u006d\u0061n\u0301", "not_verbatim"],
    ["nothing", "", "empty"],
    ["white space that the message holds", "\n", "empty"],
    ["white space that it does not hold", "\u3000", "empty"],
    ["what is kept already", "kept before", "duplicate"],
    ["501 characters", "x".repeat(501), "too_long"],
  ];
  it.each(table)("%s", (_name, quote, reason) => {
    const result = acceptQuotes([quote], [user(text)], storedOf(["kept before"]));
    expect(result.refusals).toEqual(reason === undefined ? [] : [{ quote, reason }]);
    expect(result.added).toEqual(reason === undefined ? [quote] : []);
    expect(result.stored).toEqual(storedOf(["kept before", ...result.added]));
    expect(result.diagnostics).toEqual([]);
  });

  it("counts 500 characters in UTF-16 units", () => {
    const pairs = "\ud83d\ude00".repeat(251);
    const { added, refusals } = acceptQuotes(
      [pairs.slice(0, 500), pairs],
      [user(pairs)],
      undefined,
    );
    expect(added).toEqual([pairs.slice(0, 500)]);
    expect(refusals).toEqual([{ quote: pairs, reason: "too_long" }]);
  });

  it.each([
    ["a tool result", { role: "tool", text: "Be brief", ordinary: true }],
    ["an assistant message", { role: "assistant", text: "Be brief", ordinary: true }],
    ["a checkpoint, an attached file or an earlier block", user("Be brief", false)],
    ["a truthy flag", { role: "user", text: "Be brief", ordinary: "yes" as unknown as boolean }],
    ["a message without text", { role: "user", ordinary: true } as never],
    ["no message", null as never],
  ])("takes nothing from %s", (_name, message) => {
    expect(acceptQuotes(["Be brief"], [message], undefined).refusals).toEqual([
      { quote: "Be brief", reason: "not_verbatim" },
    ]);
  });

  it("does not join messages", () => {
    const messages = [user("Be"), user(" brief")];
    expect(acceptQuotes(["Be brief"], messages, undefined).added).toEqual([]);
  });

  it("keeps the oldest twenty, and says of a real quote that the list is full", () => {
    const all = rules(23);
    const result = acceptQuotes(
      [...all.slice(18), "invented", "rule 3"],
      [user(all.join("\n"))],
      storedOf(all.slice(0, 18)),
    );
    expect(result.stored).toEqual(storedOf(all.slice(0, 20)));
    expect(result.added).toEqual(["rule 18", "rule 19"]);
    expect(result.refusals).toEqual([
      { quote: "rule 20", reason: "full" },
      { quote: "rule 21", reason: "full" },
      { quote: "rule 22", reason: "full" },
      { quote: "invented", reason: "not_verbatim" },
      { quote: "rule 3", reason: "duplicate" },
    ]);
  });

  it("stores a quote given twice once", () => {
    const { added, refusals } = acceptQuotes(["a", "a"], [user("a")], undefined);
    expect(added).toEqual(["a"]);
    expect(refusals).toEqual([{ quote: "a", reason: "duplicate" }]);
  });

  it.each([undefined, null, "a", 3, { quotes: ["a"] }, [null, 4, ["a"], { text: "a" }]])(
    "passes over what a model gave instead of quotes: %j",
    (candidates) => {
      const { added, refusals } = acceptQuotes(candidates, [user("a")], undefined);
      expect([added, refusals]).toEqual([[], []]);
    },
  );

  it("throws a branded error for messages that are no array", () => {
    let thrown: unknown;
    try {
      acceptQuotes([], "text" as never, undefined);
    } catch (error) {
      thrown = error;
    }
    expect(InvariantsError.isInstance(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      name: "InvariantsError",
      code: "invalid_argument",
      message: 'summarisedMessages is "text"; it must be an array.',
    });
  });
});

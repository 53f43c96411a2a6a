import { describe, expect, it } from "vitest";
import { ledgerOf } from "./support/ledger.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

const use = ({ history }: Session): (boolean | null)[] =>
  measured(inputOf(history, { usage: ledgerOf(history) }))
    .segments.filter(({ kind }) => kind === "tool_result")
    .map(({ usedLater }) => usedLater);

describe("a result is used later", () => {
  it.each<[string, Session, (boolean | null)[]]>([
    ["when a command names its file", new Session().read("a.ts").shell("cat a.ts"), [true, null]],
    ["when its file is changed", new Session().read("a.ts").change("a.ts"), [true, null]],
    ["when a listed file is read", new Session().list(["a.ts"]).read("a.ts"), [true, false]],
    ["when a match is read", new Session().search("x", "a.ts").read("a.ts"), [true, false]],
    ["not when it is read again", new Session().read("a.ts").read("a.ts"), [false, false]],
    [
      "not when reading it again failed",
      new Session().read("a.ts").call("read_file", { path: "a.ts" }, "no", true),
      [false, null],
    ],
    ["not by a call before it", new Session().shell("cat a.ts").read("a.ts"), [null, false]],
    ["not by part of a word", new Session().read("a.ts").shell("cat xa.ts"), [false, null]],
    ["not where nothing has a path", new Session().poll(0).shell("ls"), [null, null]],
  ])("%s", (_, made, expected) => {
    expect(use(made)).toEqual(expected);
  });

  it("not by a call of the same message", () => {
    const { history } = new Session().read("a.ts").shell("cat a.ts");
    const [first, result, second, other] = history as [never, never, never, never];
    const calls = [first, second].flatMap(({ calls: made }) => made);
    const parallel = [{ role: "assistant", text: "", calls } as never, result, other];
    const { segments } = measured(inputOf(parallel, { usage: ledgerOf(parallel) }));
    expect(segments.at(2)?.usedLater).toBe(false);
  });
});

it.each([
  ["compile", true],
  // The files that a directory holds are what it shows, not what it was asked for.
  ["dir", false],
])("a profile's own paths are named, those of a listing aren't: %s", (tool, used) => {
  const profile = ({ name, args }: { readonly name: string; readonly args: unknown }) => {
    const { file } = args as { readonly file: string };
    return name === "open"
      ? [{ kind: "read" as const, path: file }]
      : [{ kind: "paths" as const, paths: [file], isListing: name === "dir" }];
  };
  const { history } = new Session()
    .call("open", { file: "a.ts" }, "x")
    .call(tool, { file: "a.ts" }, "y");
  const settings = { mode: "on", profile } as const;
  const usage = ledgerOf(history, settings);
  const { segments } = measured(inputOf(history, { usage, settings }));
  expect(segments[1]?.usedLater).toBe(used);
});

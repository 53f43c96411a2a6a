import type { Message } from "@alisio/governor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildContextReport,
  type ContextReportInput,
  diffReports,
  renderReportJson,
  renderReportMarkdown,
  renderReportText,
  reportEntityTag,
} from "../src/index.ts";
import { RUNS } from "./support/generators.ts";
import { inputOf, measured } from "./support/measured.ts";
import { Session } from "./support/session.ts";

function everything(input: ContextReportInput): string {
  const report = buildContextReport(input);
  return [
    JSON.stringify(report),
    renderReportJson(report),
    renderReportText(report, { width: 200, all: true }),
    renderReportText(report, { width: 60, ascii: true, color: true, all: true }),
    renderReportMarkdown(report, { all: true }),
    reportEntityTag(report),
    JSON.stringify(diffReports(report, report)),
  ].join("\n");
}

describe("no text", () => {
  const kinds = [
    "system",
    "user",
    "checkpoint",
    "say",
    "read",
    "change",
    "search",
    "poll",
    "shell",
    "error",
    "fetch",
    "fetched-file",
    "listed",
  ] as const;

  function add(session: Session, kind: (typeof kinds)[number]): void {
    const secret = (): string => session.text(2).trim();
    if (kind === "system" || kind === "user" || kind === "checkpoint" || kind === "say") {
      session[kind]();
    } else if (kind === "read") session.read("src/a.ts", session.text());
    else if (kind === "change") session.change("src/a.ts");
    else if (kind === "search") session.search(secret());
    else if (kind === "poll") session.poll(0);
    else if (kind === "shell") session.shell(`${secret()} | tee ${secret()}`);
    else if (kind === "error") session.shell(secret(), true);
    else if (kind === "fetch") session.call("web", { url: `https://${secret()}.org` }, secret());
    else if (kind === "fetched-file") session.read(`https://example.org/${secret()}`);
    else session.list([`src/${secret()}`]);
  }

  it("of a message, an argument, a pattern, a command, a file or an address is in any form", () => {
    const drawn = fc.record({
      steps: fc.array(fc.constantFrom(...kinds), { minLength: 5, maxLength: 40 }),
      mode: fc.constantFrom("shadow" as const, "on" as const),
      removed: fc.boolean(),
    });
    fc.assert(
      fc.property(drawn, ({ steps, mode, removed }) => {
        const session = new Session();
        for (const kind of steps) add(session, kind);
        const text = everything(
          inputOf(session.history, {
            settings: { mode, epochMessages: 0 },
            agentElisions: removed ? ["call-0", "call-3"] : [],
            instructions: [{ source: "https://canary.example", kind: "remote", characters: 9 }],
            usage: {
              summary: () => ({ tools: [], notAttributable: [] }),
              usedLater: () => undefined,
            },
          }),
        );
        expect(session.canaries.length).toBeGreaterThanOrEqual(steps.length);
        expect(text).not.toContain("canary");
        expect(text).not.toContain("[elided");
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    "https://example.org/a.ts",
    "HTTP://EXAMPLE.ORG",
    "file:///etc/passwd",
    "git+ssh://git@example.org/x",
    "view-source:https://example.org",
    " data:text/plain,hello",
    "javascript:alert(1)",
    "mailto:someone@example.org",
    "x".repeat(5000),
  ])("takes %s for text", (path) => {
    const report = measured(inputOf(new Session().read(path).history));
    expect(report.segments.map(({ source }) => source)).toEqual(["read_file", "read_file"]);
    expect(report.segments.map(({ morePaths }) => morePaths)).toEqual([0, 0]);
  });

  it.each(["src/a:b.ts", "C:\\src\\a.ts", "//server/share/a.ts", "a b/ç/日本.ts", "-", "x:/y", ""])(
    "takes %j for a path",
    (path) => {
      const report = measured(inputOf(new Session().read(path).history));
      expect(report.segments.map(({ source }) => source)).toEqual([path, path]);
    },
  );
});

describe("names from outside", () => {
  const hostile = [
    "\u001b[31mred\u001b[0m",
    "\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007",
    "a\rb\nc\td\u0000e\u007f\u0085\u009b31m",
    "\u202eevil\u202c\u2066x\u2069\u200f\u061c",
    "zero\u200bwidth\u200d\ufeff\u00ad\u2060",
    "tag\u{e0041}\u{e0100}\ufe0f\u3164\u115f",
    "lone\ud800surrogate\udc00",
    "line\u2028para\u2029graph",
    `zalgo${"\u0301".repeat(50)}`,
    "\u0301leading mark",
    "| pipe | `tick` `` \\` <b>html</b> <!-- c --> &lt; [x](javascript:alert(1)) ![i](x) [r]: y",
    "# heading\n- list\n```\nfence",
  ];
  const ranges =
    "00-09 0b-1f 7f-9f ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b-200f 2028-202e 2060-206f 3164 " +
    "d800-dfff fe00-fe0f feff ffa0 fff9-fffb e0000-e0fff";
  const escapes = ranges
    .replaceAll(/[0-9a-f]+/g, (code) => `\\u{${code}}`)
    .split(" ")
    .map((range) => `[${range}]`);
  const unsafe = new RegExp(escapes.join("|"), "u");

  function inputWith(text: string): ContextReportInput {
    const history: Message[] = [
      ...new Session().read(text).change(text).call(text, {}, "x").history,
      { role: "assistant", text: "", calls: [{ id: text, name: text, args: {} }] },
      { role: "tool", callId: text, content: "y" },
    ];
    return inputOf(history, {
      session: text,
      instructions: [{ source: text, kind: text, characters: 5 }],
      root: { name: text, path: "/home" },
      usage: {
        usedLater: () => undefined,
        summary: () => ({
          tools: [{ tool: text, seen: 1, used: 0, reread: 0 }],
          notAttributable: [{ tool: text, seen: 1 }],
        }),
      },
    });
  }

  function views(text: string): string[] {
    const report = measured(inputWith(text));
    return [
      ...[60, 80, 120, 200].map((width) => renderReportText(report, { width, all: true })),
      renderReportMarkdown(report, { all: true }),
      renderReportJson(report),
    ];
  }

  it.each(hostile)("are harmless in every form: %j", (text) => {
    for (const view of views(text)) expect(view).not.toMatch(unsafe);
    for (const line of renderReportText(measured(inputWith(text)), { ascii: true }).split("\n")) {
      expect(line).toMatch(/^[\x20-\x7e]*$/);
    }
  });

  it("are harmless whatever they are", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.array(fc.constantFrom(...hostile), { maxLength: 3 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(any, (text) => {
        for (const view of views(text)) expect(view).not.toMatch(unsafe);
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });

  it("are names in Markdown and nothing else", () => {
    // The strip depends on lengths, and holds no name.
    const render = (text: string): string =>
      renderReportMarkdown(measured(inputWith(text)), { all: true }).replace(/^```[^`]*```$/m, "");
    const clean = render("name");
    const shape = (markdown: string): string => markdown.replace(/`[^`\n]*`/g, "`x`");
    for (const text of hostile) {
      const markdown = render(text);
      // Each code span is one of ours: with their content taken out nothing of the name is left.
      expect(shape(markdown)).not.toMatch(/[<>[\]]/);
      expect(shape(markdown).split("\n").length).toBe(clean.split("\n").length);
      const cells = (line: string): number => line.split("|").length;
      expect(shape(markdown).split("\n").map(cells)).toEqual(shape(clean).split("\n").map(cells));
      for (const line of markdown.split("\n")) expect(line.split("`").length % 2).toBe(1);
    }
  });

  it("are told apart in JSON and read back as they were", () => {
    for (const text of hostile) {
      const report = measured(inputWith(text));
      expect(JSON.parse(renderReportJson(report))).toEqual(report);
      expect(report.session).toBe(text);
    }
  });
});

import { describe, expect, it } from "vitest";
import { createFrameOutput } from "../../src/tui/frame-output.ts";
import { createFakeStdout } from "./fake-terminal.ts";

describe("the output that Ink draws on", () => {
  it("writes finished rows in place of what stands for them, once", () => {
    const out = createFakeStdout(40, 10);
    const { stream, standIn } = createFrameOutput(out.stream);
    const marks = [standIn("first\n\n  row"), standIn("second $& row")];
    expect(Math.max(...marks.map((mark) => mark.length))).toBeLessThan(10);
    stream.write(`${marks.join("\n")}\n`);
    expect(out.bytes()).toBe("first\n\n  row\nsecond $& row\n");
    stream.write(marks[0] ?? "");
    expect(out.bytes().endsWith(`row\n${marks[0]}`)).toBe(true);
  });

  it("leaves the cursor hidden while there is nowhere to write at", () => {
    const out = createFakeStdout(40, 10);
    const output = createFrameOutput(out.stream);
    output.isCursorShown = false;
    output.stream.write("a question\n\u001b[1A\u001b[1G\u001b[?25h");
    expect(out.bytes()).toBe("a question\n\u001b[1A\u001b[1G");
    output.isCursorShown = true;
    output.stream.write("\u001b[?25h");
    expect(out.bytes().endsWith("\u001b[?25h")).toBe(true);
  });

  it.each([
    ["narrower", 10, 3],
    ["lower only", 40, 1],
  ])(
    "takes the frame away itself where the terminal is %s, and Ink's erasing goes nowhere",
    (_, columns, above) => {
      const out = createFakeStdout(40, 10);
      const output = createFrameOutput(out.stream);
      output.stream.write(`${"x".repeat(30)}\nfield\nstatus\n`);
      output.stream.write("\u001b[2A\u001b[3G\u001b[?25h");
      const before = out.bytes().length;
      const seen: number[] = [];
      output.stream.on("resize", () => {
        seen.push(output.stream.columns);
        output.stream.write(
          "\u001b[?25l\u001b[2B\u001b[1G\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[G",
        );
        output.stream.write("new\n");
      });
      let rendered = 0;
      output.shrink(columns, () => {
        rendered += 1;
      });
      const written = out.bytes().slice(before);
      expect(written.startsWith(`\u001b[?25l\r\u001b[${above}A\u001b7`)).toBe(true);
      expect(written.endsWith("\u001b8new\n")).toBe(true);
      // Wider first, so that Ink finds it narrower and forgets its frame.
      expect([seen, rendered]).toEqual([[41, 40], 1]);
    },
  );
});

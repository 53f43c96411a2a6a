import { describe, expect, test } from "vitest";
import { GovernorError } from "../../src/index.ts";
import { ADAPTERS, FORMATS, type FormatName } from "./support/formats.ts";
import { EAGER, REREAD, session } from "./support/sessions.ts";
import { writeRequest } from "./support/write-requests.ts";

const LIST: Readonly<Record<FormatName, string>> = {
  anthropic: "messages",
  "openai-chat": "messages",
  "openai-responses": "input",
  "ai-sdk": "messages",
  gemini: "contents",
};

describe.each(FORMATS)("%s", (format: FormatName) => {
  const { projectRequest, toHistory } = ADAPTERS[format];

  test("a session reads as the history that was written", () => {
    const history = session(...REREAD);
    const request = writeRequest(format, history);
    expect(toHistory(request)).toEqual(history);
  });

  test.each([undefined, null, 5, "text", [], {}, { messages: {}, input: {}, contents: 5 }])(
    "%j is no request",
    (request) => {
      const isResponses = format === "openai-responses";
      // A request to Responses may do without an input.
      if (isResponses && JSON.stringify(request) === "{}") return;
      for (const mode of ["off", "shadow", "on"] as const) {
        expect(() => projectRequest(request as never, { mode })).toThrow(GovernorError);
      }
      try {
        toHistory(request as never);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_history", field: LIST[format] });
      }
    },
  );

  test("what is wrong is said", () => {
    const list = LIST[format];
    expect(() => toHistory({ [list]: 5 })).toThrow(`got ${list}: 5`);
    expect(() => toHistory("text" as never)).toThrow('got "text"');
  });

  test("settings are checked in every mode", () => {
    const request = writeRequest(format, session(...REREAD));
    expect(() => projectRequest(request, { minAgeTurns: 0 })).toThrow("minAgeTurns");
    expect(() => projectRequest(request, { mode: "on", eligibleMessages: 99 })).toThrow("99");
    expect(() => projectRequest(request, { eligibleMessages: 99 })).toThrow("99");
  });

  test("a prefix may be given, in messages of the canonical history", () => {
    const history = session(...REREAD);
    const request = writeRequest(format, history);
    const elidedAt = (eligibleMessages: number) =>
      projectRequest(request, { ...EAGER, eligibleMessages }).elisions.length;
    expect(elidedAt(history.length)).toBe(1);
    // The change isn't there yet, nor an answer to it.
    expect(elidedAt(5)).toBe(0);
  });

  test("is off unless set", () => {
    const request = writeRequest(format, session(...REREAD));
    expect(projectRequest(request)).toEqual({ request, elisions: [] });
    expect(projectRequest(request).request).toBe(request);
  });

  test("calls itself safe with an empty list", () => {
    const request = { [LIST[format]]: [] };
    expect(projectRequest(request, EAGER).request).toBe(request);
    expect(toHistory(request)).toEqual([]);
  });
});

import { expect, expectTypeOf, test } from "vitest";
import * as agent from "../src/index.ts";
import * as schemas from "../src/schemas.ts";
import * as sessions from "../src/sessions.ts";

test("what the entries export is what they are meant to", () => {
  expect(Object.keys(agent).sort()).toEqual([
    "AgentError",
    "DEFAULT_MAX_REQUESTS",
    "ModelError",
    "createAgentRunner",
  ]);
  expect(Object.keys(sessions).sort()).toEqual(["AgentError", "createSessionReader"]);
  expect(Object.keys(schemas).sort()).toEqual([
    "agentEventEnvelopeSchema",
    "agentEventSchemaV1",
    "governanceStateSchema",
    "sessionStateSchemas",
  ]);
});

test("the functions take and give what they say", () => {
  expectTypeOf(agent.createAgentRunner).toEqualTypeOf<
    (options: agent.AgentRunnerOptions) => Promise<agent.AgentRunner>
  >();
  expectTypeOf(sessions.createSessionReader).toEqualTypeOf<
    (options: { readonly sessionsDirectory: string }) => sessions.SessionReader
  >();
  expectTypeOf<agent.ModelError["code"]>().toEqualTypeOf<agent.ModelErrorCode>();
  expectTypeOf(agent.AgentError.isInstance).guards.toEqualTypeOf<agent.AgentError>();
});

test.each([
  ["rate_limited", true],
  ["server_error", true],
  ["dropped", true],
  ["malformed_stream", true],
  ["timeout", true],
  ["unauthorised", false],
  ["bad_request", false],
  ["context_overflow", false],
  ["aborted", false],
] as const)("%s is worth another try: %s", (code, retryable) => {
  const error = new agent.ModelError(code, "m", { retryAfterMs: 5, cause: "c" });
  expect(error).toMatchObject({ name: "ModelError", code, retryable, retryAfterMs: 5, cause: "c" });
  expect(new agent.ModelError(code, "m", { retryable: !retryable })).toMatchObject({
    retryable: !retryable,
    retryAfterMs: undefined,
  });
  expect([
    agent.ModelError.isInstance(error),
    agent.ModelError.isInstance(new Error("x")),
    agent.ModelError.isInstance(null),
  ]).toEqual([true, false, false]);
  expect(agent.AgentError.isInstance(error)).toBe(false);
});

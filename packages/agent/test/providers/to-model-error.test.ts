import { expect, test } from "vitest";
import { ModelError } from "../../src/model-error.ts";
import { toModelError } from "../../src/providers/to-model-error.ts";

const context = {
  model: "m",
  address: "https://host/v1",
  secrets: ["sk-canary"],
  texts: () => ["text-of-the-session"],
  now: () => 0,
};

const coded = (code: string) => Object.assign(new Error("x"), { code });

test.each<[unknown, string]>([
  [coded("ECONNRESET"), "dropped"],
  [coded("UND_ERR_SOCKET"), "dropped"],
  [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "dropped"],
  [coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "dropped"],
  [new Error("deep", { cause: new Error("y", { cause: coded("ENOTFOUND") }) }), "dropped"],
  [new TypeError("terminated"), "dropped"],
  [coded("ERR_INVALID_ARG"), "malformed_stream"],
  [new SyntaxError("Unexpected token text-of-the-session"), "malformed_stream"],
  [undefined, "malformed_stream"],
  [null, "malformed_stream"],
  [42, "malformed_stream"],
  [{}, "malformed_stream"],
  ["context length exceeded", "context_overflow"],
  [{ type: "rate_limit_error", message: "slow" }, "rate_limited"],
  [{ type: "authentication_error", message: "sk-canary" }, "unauthorised"],
  [{ code: "invalid_request_error", type: "x", message: "no" }, "bad_request"],
  [{ message: "sk-canary text-of-the-session" }, "server_error"],
])("%o", (thrown, code) => {
  const error = toModelError(thrown, context);
  expect(error.code).toBe(code);
  expect(error.message).toContain("https://host/v1");
  expect(error.message).not.toMatch(/canary|text-of/);
  expect(error.cause).toBeUndefined();
});

test("an error of the package stays the one that it is", () => {
  const error = new ModelError("aborted", "x");
  expect(toModelError(error, context)).toBe(error);
});

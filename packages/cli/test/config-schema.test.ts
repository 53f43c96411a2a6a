import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../src/config/defaults.ts";
import { configJsonSchema } from "../src/config/json-schema.ts";
import { parseConfigFile } from "../src/config/parse-config-file.ts";

describe("the configuration's schema", () => {
  it("is shipped as JSON Schema (vitest -u writes it anew)", async () => {
    await expect(configJsonSchema()).toMatchFileSnapshot("../config.schema.json");
  });

  it("accepts the defaults as a file", () => {
    const { value, problems } = parseConfigFile(JSON.stringify(DEFAULT_CONFIG), "c");
    expect(problems).toEqual([]);
    expect(value).toEqual(DEFAULT_CONFIG);
  });
});

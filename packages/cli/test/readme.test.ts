import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_CONFIG } from "../src/config/defaults.ts";
import { parseConfigFile } from "../src/config/parse-config-file.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [configuration = ""] = [...readme.matchAll(/^```json\n([^`]*)^```$/gm)].map(
  ([, code]) => code,
);

describe("README", () => {
  it("shows a configuration file that is valid and holds the defaults", () => {
    const { value, problems } = parseConfigFile(configuration, "README.md");
    expect(problems).toEqual([]);
    const { $schema, schemaVersion, skillOverrides, ...rest } = value ?? {};
    expect(schemaVersion).toBe(1);
    expect(skillOverrides).toEqual({ "some-name": "off" });
    const { skillOverrides: _, ...defaults } = DEFAULT_CONFIG;
    expect(rest).toEqual({ ...defaults, context: { ...defaults.context, policyVersion: 1 } });
  });
});

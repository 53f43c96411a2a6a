import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTranscript } from "../src/index.ts";
import { viewOf } from "./view.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

/** With this set, what was read is written as what is expected; look at the difference. */
const isUpdate = process.env["ALISIO_UPDATE_FIXTURES"] === "1";

const formats = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

describe.each(formats.map((entry) => entry.name))("%s", (format) => {
  const cases = readdirSync(join(FIXTURES, format), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => isUpdate || existsSync(join(FIXTURES, format, name, "expected.json")));

  it.each(cases)("%s", (called) => {
    const folder = join(FIXTURES, format, called);
    const name = readdirSync(folder).find((file) => file.startsWith("session."));
    const read = viewOf(readTranscript(readFileSync(join(folder, name ?? ""))));
    const path = join(folder, "expected.json");
    if (isUpdate && name !== undefined) writeFileSync(path, `${JSON.stringify(read, null, 2)}\n`);
    expect(read).toEqual(JSON.parse(readFileSync(path, "utf8")));
  });
});

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Places } from "../../src/tools/internal/places.ts";
import { replaceFile } from "../../src/tools/internal/replace-file.ts";
import { temporaryDirectory } from "../support/harness.ts";

const bytes = Buffer.from("new");

function places() {
  const parent = temporaryDirectory();
  const root = join(parent, "workspace");
  mkdirSync(join(root, "sub"), { recursive: true });
  writeFileSync(join(root, "sub", "a"), "old");
  return { parent, root, places: Places.open(root, root, []) };
}

test.each(["a", "b"])(
  "a directory that is moved out of the workspace meanwhile gets nothing: sub/%s",
  async (name) => {
    const { parent, root, places: inside } = places();
    const outside = join(parent, "outside");
    const replaced = replaceFile(inside, `sub/${name}`, () => {
      renameSync(join(root, "sub"), outside);
      return bytes;
    });
    await expect(replaced).rejects.toThrow("is being replaced; nothing was done");
    expect(readdirSync(outside)).toEqual(["a"]);
    expect(readFileSync(join(outside, "a"), "utf8")).toBe("old");
    expect(existsSync(join(root, "sub"))).toBe(false);
  },
);

test.each(["a", "b"])(
  "a file that appears or changes meanwhile is not lost: sub/%s",
  async (name) => {
    const { root, places: inside } = places();
    const replaced = replaceFile(inside, `sub/${name}`, () => {
      writeFileSync(join(root, "sub", name), "of somebody else");
      return bytes;
    });
    await expect(replaced).rejects.toThrow("changed while it was written; read it again");
    expect(readFileSync(join(root, "sub", name), "utf8")).toBe("of somebody else");
    expect(readdirSync(join(root, "sub")).filter((each) => each.endsWith(".tmp"))).toEqual([]);
  },
);

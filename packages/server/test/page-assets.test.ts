import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadPageAssets } from "../src/index.ts";
import { HOST, testApp } from "./support/app.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "alisio-page-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

it("holds the page's files by exact path, and none of another kind", async () => {
  const path = folder();
  mkdirSync(join(path, "assets"));
  writeFileSync(join(path, "index.html"), "<p>");
  writeFileSync(join(path, "icon.svg"), "<svg/>");
  writeFileSync(join(path, "assets/index-a1.js"), "x");
  writeFileSync(join(path, "assets/index-a1.js.map"), "secret");
  writeFileSync(join(path, "LICENSE"), "secret");
  symlinkSync("/etc/hostname", join(path, "link.js"));
  const assets = await loadPageAssets(path);
  expect([...assets.keys()].sort()).toEqual(["/", "/assets/index-a1.js", "/icon.svg"]);
  expect(assets.get("/")?.type).toBe("text/html; charset=utf-8");
  expect(assets.get("/assets/index-a1.js")?.type).toBe("text/javascript; charset=utf-8");
});

it("says so where the page was not built", async () => {
  const app = testApp({ assets: await loadPageAssets(join(folder(), "none")) });
  const response = await app.get("/", { host: HOST });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; charset=utf-8",
  ]);
  expect(await response.text()).toContain("The page is not part of this build");
});

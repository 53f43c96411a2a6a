import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageAsset } from "./types.ts";

/** The kinds of files that the page is built into; others are not served. */
const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/** Says so where the page was not built: the API is there all the same. */
const PLAIN_PAGE: PageAsset = {
  type: "text/plain; charset=utf-8",
  body: Buffer.from("The page is not part of this build. The API is at /api/.\n"),
};

/**
 * The files of the page by exact path, from the package's own folder; `index.html` is `/`. They are
 * read once: no request ever touches the disk for them. Without a build of the page, `/` says so.
 *
 * @param directory - Where the page was built to; by default beside this package's code.
 */
export async function loadPageAssets(
  directory: string = fileURLToPath(new URL("../dist/page", import.meta.url)),
): Promise<ReadonlyMap<string, PageAsset>> {
  const assets = new Map<string, PageAsset>();
  await gather(directory, "/", assets);
  const index = assets.get("/index.html");
  assets.delete("/index.html");
  assets.set("/", index ?? PLAIN_PAGE);
  return assets;
}

async function gather(
  directory: string,
  path: string,
  assets: Map<string, PageAsset>,
): Promise<void> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const full = join(directory, entry.name);
    if (entry.isDirectory()) await gather(full, `${path}${entry.name}/`, assets);
    const type = TYPES[entry.name.slice(entry.name.lastIndexOf(".") + 1)];
    if (entry.isFile() && type !== undefined) {
      assets.set(path + entry.name, { type, body: await readFile(full) });
    }
  }
}

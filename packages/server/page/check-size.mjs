// The JavaScript of the built page, as it is sent: at most 15 kB gzipped in all. The tool that the
// other packages use would bundle it once more and measure something else.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 15_000;
const folder = new URL("../dist/page/assets/", import.meta.url);
const sizes = readdirSync(folder)
  .filter((name) => name.endsWith(".js"))
  .map((name) => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length);
const size = sizes.reduce((sum, each) => sum + each, 0);
console.log(`JavaScript of the page: ${size} bytes gzipped, at most ${LIMIT}`);
if (sizes.length === 0 || size > LIMIT) process.exit(1);

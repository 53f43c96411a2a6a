// Compiled against the packed declarations with skipLibCheck off, then run: what a consumer does.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainPath, resolveInstructions } from "@alisio/agents-md/node";
import { type Message, projectHistory } from "@alisio/governor";
import { acceptQuotes, renderInvariants } from "@alisio/invariants";
import { buildCatalog } from "@alisio/skills-discovery";
import { discoverSkills } from "@alisio/skills-discovery/node";
import { searchSkills } from "@alisio/skills-discovery/search";

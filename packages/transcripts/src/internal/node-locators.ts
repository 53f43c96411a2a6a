import type { Locator } from "./node-locate.ts";
import { locateClaudeCode } from "./node-locate-claude-code.ts";
import { locateCodex } from "./node-locate-codex.ts";
import { locateGeminiCli } from "./node-locate-gemini-cli.ts";

/** Every agent whose sessions can be found. */
export const LOCATORS: readonly Locator[] = [locateClaudeCode, locateCodex, locateGeminiCli];

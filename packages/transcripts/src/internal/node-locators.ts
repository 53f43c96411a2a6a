import type { Locator } from "./node-locate.ts";
import { locateAlisio } from "./node-locate-alisio.ts";
import { locateClaudeCode } from "./node-locate-claude-code.ts";
import { locateCodex } from "./node-locate-codex.ts";
import { locateCopilotCli } from "./node-locate-copilot-cli.ts";
import { locateGeminiCli } from "./node-locate-gemini-cli.ts";
import { locateOpencode } from "./node-locate-opencode.ts";
import { locatePi } from "./node-locate-pi.ts";

/** Every agent whose sessions can be found. */
export const LOCATORS: readonly Locator[] = [
  locateClaudeCode,
  locateCodex,
  locateGeminiCli,
  locatePi,
  locateCopilotCli,
  locateOpencode,
  locateAlisio,
];

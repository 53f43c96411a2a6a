import { alisio } from "../formats/alisio/format.ts";
import { claudeCode } from "../formats/claude-code/format.ts";
import { codex } from "../formats/codex/format.ts";
import { copilotCli } from "../formats/copilot-cli/format.ts";
import { geminiCli } from "../formats/gemini-cli/format.ts";
import { miniSweAgent } from "../formats/mini-swe-agent/format.ts";
import { opencodeEvents } from "../formats/opencode/events.ts";
import { opencodeExport } from "../formats/opencode/export.ts";
import { opencodeDb, opencodeStore } from "../formats/opencode/store.ts";
import { openhands } from "../formats/openhands/format.ts";
import { pi } from "../formats/pi/format.ts";
import {
  aiSdk,
  anthropicMessages,
  openaiChat,
  openaiResponses,
} from "../formats/requests/formats.ts";
import { sweAgent } from "../formats/swe-agent/format.ts";
import { traeAgent } from "../formats/trae-agent/format.ts";
import type { Format } from "./format.ts";

/**
 * Every format, in the order in which the list of known ones names them. Request logs come last:
 * their messages have the fewest marks of their own.
 */
export const FORMATS: readonly Format[] = [
  claudeCode,
  codex,
  geminiCli,
  pi,
  copilotCli,
  opencodeStore,
  opencodeExport,
  opencodeEvents,
  opencodeDb,
  alisio,
  sweAgent,
  miniSweAgent,
  openhands,
  traeAgent,
  openaiChat,
  openaiResponses,
  anthropicMessages,
  aiSdk,
];

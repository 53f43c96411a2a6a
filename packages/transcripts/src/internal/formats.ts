import { claudeCode } from "../formats/claude-code/format.ts";
import { codex } from "../formats/codex/format.ts";
import { geminiCli } from "../formats/gemini-cli/format.ts";
import type { Format } from "./format.ts";

/** Every format, in the order in which the list of known ones names them. */
export const FORMATS: readonly Format[] = [claudeCode, codex, geminiCli];

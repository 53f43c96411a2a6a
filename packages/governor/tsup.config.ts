import { defineConfig } from "tsup";
import { preset } from "../../tsup.preset.ts";

export default defineConfig(
  preset({
    index: "src/index.ts",
    message: "src/message.ts",
    events: "src/events.ts",
    usage: "src/usage.ts",
    schemas: "src/schemas.ts",
    simulate: "src/simulate.ts",
    "ai-sdk": "src/ai-sdk.ts",
    anthropic: "src/anthropic.ts",
    gemini: "src/gemini.ts",
    "openai-chat": "src/openai-chat.ts",
    "openai-responses": "src/openai-responses.ts",
    "profiles/alisio": "src/profiles/alisio.ts",
    "profiles/claude-code": "src/profiles/claude-code.ts",
    "profiles/codex": "src/profiles/codex.ts",
    "profiles/copilot-cli": "src/profiles/copilot-cli.ts",
    "profiles/gemini-cli": "src/profiles/gemini-cli.ts",
    "profiles/opencode": "src/profiles/opencode.ts",
    "profiles/pi": "src/profiles/pi.ts",
  }),
);

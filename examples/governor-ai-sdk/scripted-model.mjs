// A model that knows its lines: twelve times view, edit, test, and then it is done.
import { MockLanguageModelV3 } from "ai/test";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

export function scriptedModel() {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const done = prompt.filter(({ role }) => role === "tool").length;
      const toolName = ["view", "edit", "test"][done % 3];
      const path = `src/file-${Math.floor(done / 3)}.ts`;
      const isDone = done === 36;
      return {
        content: isDone
          ? [{ type: "text", text: "All files are renamed." }]
          : [
              {
                type: "tool-call",
                toolCallId: `${toolName} ${path}`,
                toolName,
                input: JSON.stringify({ path }),
              },
            ],
        finishReason: { unified: isDone ? "stop" : "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

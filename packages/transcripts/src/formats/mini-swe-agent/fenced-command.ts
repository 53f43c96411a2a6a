/** What names the language of the fence that holds the command. */
export type FenceLanguage = "bash" | "mswea_bash_command";

/**
 * The command of a response: the text of its one fenced block of that language. With no such
 * block, or several, the agent runs nothing and complains instead.
 */
export function fencedCommand(text: string, language: FenceLanguage): string | undefined {
  const opening = `\`\`\`${language}`;
  let command: string | undefined;
  for (let from = 0; ; ) {
    const start = text.indexOf(opening, from);
    const lineEnd = start < 0 ? -1 : text.indexOf("\n", start);
    if (lineEnd < 0) return command;
    // Only the last opening of a line can have nothing but white space after it.
    const last = text.lastIndexOf(opening, lineEnd) + opening.length;
    from = lineEnd;
    if (text.slice(last, lineEnd).trim() !== "") continue;
    const end = text.indexOf("\n```", lineEnd);
    if (end < 0) return command;
    if (command !== undefined) return undefined;
    command = text.slice(lineEnd + 1, Math.max(lineEnd + 1, end));
    from = end + "\n```".length;
  }
}

/** Newer prompts ask for a language of the agent's own. */
export function fenceLanguage(prompts: readonly string[]): FenceLanguage {
  return prompts.some((text) => text.includes("```mswea_bash_command"))
    ? "mswea_bash_command"
    : "bash";
}

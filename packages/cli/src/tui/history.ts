/** Prompts sent before, for the up and down keys. */
export interface PromptHistory {
  add(prompt: string): void;
  /** The one before; what is being written is kept for the way back. */
  previous(current: string): string | undefined;
  next(): string | undefined;
}

const MAX_PROMPTS = 200;

/** Starts with those of a session that is gone on with. */
export function createPromptHistory(earlier: readonly string[] = []): PromptHistory {
  const prompts = earlier.slice(-MAX_PROMPTS);
  let at = prompts.length;
  let draft = "";
  return {
    add(prompt) {
      if (prompts.at(-1) !== prompt) prompts.push(prompt);
      if (prompts.length > MAX_PROMPTS) prompts.shift();
      at = prompts.length;
      draft = "";
    },
    previous(current) {
      if (at === 0) return undefined;
      if (at === prompts.length) draft = current;
      at -= 1;
      return prompts[at];
    },
    next() {
      if (at >= prompts.length) return undefined;
      at += 1;
      return at === prompts.length ? draft : prompts[at];
    },
  };
}

import { demandArgument } from "./internal/arguments.ts";

/** A user's call of a skill. */
export interface SkillCommand {
  /** Bare or shown name, to be looked up. */
  readonly name: string;
  /** What stands after the name, trimmed. */
  readonly input: string;
}

/**
 * Reads `/skill:name what to do with it`; undefined for every other line.
 *
 * @example
 * ```ts
 * import { parseSkillCommand } from "@alisio/skills-discovery";
 *
 * parseSkillCommand("/skill:vercel:nextjs add a route")?.name; // "vercel:nextjs"
 * ```
 */
export function parseSkillCommand(line: string): SkillCommand | undefined {
  demandArgument(() => typeof line === "string", "line", line, "a string");
  const match = /^\/skill:(\S+)(?:\s([\s\S]*))?$/.exec(line.trimStart());
  if (match?.[1] === undefined) return undefined;
  return { name: match[1], input: (match[2] ?? "").trim() };
}

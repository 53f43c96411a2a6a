/**
 * Words of ASCII letters, digits, `_` and `-`, joined by single dots or colons; at most 128
 * characters, where the tool names of every provider known end. Not `C:temp`, a path on Windows,
 * and not the name of a file that a shell or a runtime executes. Not `effect:write` either: a
 * capability must not pass for an effect, and an effect gets this prefix only once.
 */
const PLAIN =
  /^(?!.:|effect:|.{129}|.*\.(?:[bcz]?a?sh|ps1|bat|cmd|exe|[cm]?[jt]sx?|py|rb|pl|php)$)[a-z][\w-]*(?:[.:]\w[\w-]*)*$/i;

/**
 * Whether a name of a grant is safe to show. White space, slashes, backslashes, quotes, wildcards
 * and the like are signs of a path, a script or an argument, and none of those belongs in a block.
 */
export function isPlainName(name: unknown): name is string {
  return typeof name === "string" && PLAIN.test(name);
}

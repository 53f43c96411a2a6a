// Every regular expression of the packages' sources, judged by recheck: one that can take more than
// linear time on some input fails, for almost all of them see text from outside.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "recheck";
import ts from "typescript";
import { root } from "./workspace.mjs";

const TIMEOUT_MS = 20_000;

/** Proved by automaton; where that knows no way (lookaround), attacked by fuzzing. */
async function judge(body, flags) {
  const proof = await check(body, flags, { checker: "automaton", timeout: TIMEOUT_MS });
  if (proof.status !== "unknown" || proof.error?.kind !== "unsupported") return proof;
  const attack = await check(body, flags, { checker: "fuzz", timeout: TIMEOUT_MS });
  return attack.status === "safe" ? { ...attack, status: "withstood" } : attack;
}

/** Literals and `new RegExp("...")` of a file; a pattern that is put together can't be judged here. */
function expressionsOf(file) {
  const text = readFileSync(join(root, file), "utf8");
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found = [];
  const built = [];
  const place = (node) =>
    `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({
        place: place(node),
        body: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === "RegExp"
    ) {
      const [pattern, flags] = node.arguments ?? [];
      if (pattern && ts.isStringLiteralLike(pattern)) {
        found.push({
          place: place(node),
          body: pattern.text,
          flags: flags && ts.isStringLiteralLike(flags) ? flags.text : "",
        });
      } else built.push(place(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { found, built };
}

const files = execFileSync(
  "git",
  ["ls-files", ":(glob)packages/*/src/**", ":(glob)packages/*/page/**"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));

const counts = { safe: 0, withstood: 0, unknown: 0, vulnerable: 0 };
const seen = new Map();
const problems = [];
const built = [];
for (const file of files) {
  const expressions = expressionsOf(file);
  built.push(...expressions.built);
  for (const { place, body, flags } of expressions.found) {
    const key = `/${body}/${flags}`;
    if (!seen.has(key)) seen.set(key, judge(body, flags));
    const { status, complexity, error } = await seen.get(key);
    counts[status] += 1;
    if (status === "withstood") console.log(`${place}: ${key}: withstood fuzzing`);
    else if (status !== "safe") {
      problems.push(`${place}: ${key}: ${status} (${complexity?.summary ?? error?.kind ?? ""})`);
    }
  }
}
for (const problem of problems) console.error(problem);
for (const place of built)
  console.log(`${place}: put together at run time, to be read by a person`);
console.log(
  `${files.length} files, ${counts.safe} expressions proved linear, ${counts.withstood} withstood fuzzing, ${counts.vulnerable} not linear, ${counts.unknown} undecided, ${built.length} put together`,
);
process.exit(problems.length > 0 ? 1 : 0);

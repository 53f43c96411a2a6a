// Sessions to measure with: ten messages a round, four of them results of 2 kB.
import { createHash } from "node:crypto";

const RESULT_CHARACTERS = 2000;

/** A small generator of numbers, so that every run measures the same session. */
function numbers(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function textOf(below, characters) {
  let text = "";
  while (text.length < characters) {
    text += `  const value${below(1000)} = await compute("key", ${below(1e6)});\n`;
  }
  return text.slice(0, characters);
}

/** JSON with a content that makes it as long as a result is. */
function result(below, fields, key) {
  const bare = JSON.stringify({ ...fields, [key]: "" }).length;
  return JSON.stringify({ ...fields, [key]: textOf(below, RESULT_CHARACTERS - bare - 60) });
}

function hash(path, version) {
  return createHash("sha256").update(`${path}@${version}`).digest("hex");
}

/**
 * A session of so many messages: reads, edits, polls, searches and processes over so many files.
 * With one file every result is a read or edit of it.
 */
export function session(length, files) {
  const below = numbers(7);
  const versions = new Map();
  const history = [{ role: "system", text: textOf(below, 4000) }];
  for (let call = 0; history.length < length; ) {
    history.push({ role: "user", text: `Task ${call}: ${textOf(below, 200)}` });
    for (let step = 0; step < 4 && history.length + 1 < length; step++) {
      call += 1;
      const path = `packages/app/src/module-${below(files)}.ts`;
      const [name, args, content] = exchange(
        below,
        files === 1 ? below(70) : below(100),
        path,
        versions,
      );
      const id = `call_${call}`;
      history.push({ role: "assistant", text: `Next: ${name}.`, calls: [{ id, name, args }] });
      history.push({ role: "tool", callId: id, content });
    }
    if (history.length < length) history.push({ role: "assistant", text: textOf(below, 300) });
  }
  return history;
}

function exchange(below, kind, path, versions) {
  const version = versions.get(path) ?? 0;
  if (kind < 55) {
    // Files change outside the session too, now and then.
    if (below(4) === 0) versions.set(path, version + 1);
    const fields = { path, sha256: hash(path, version), startLine: 1, truncated: false };
    return ["read_file", { path }, result(below, fields, "content")];
  }
  if (kind < 70) {
    versions.set(path, version + 1);
    const fields = { path, sha256: hash(path, version + 1) };
    return ["edit_file", { path, edits: [{ from: "a", to: "b" }] }, result(below, fields, "diff")];
  }
  const id = `task-${below(20)}`;
  if (kind < 80) return ["bg_output", { id }, result(below, { id, next_offset: 900 }, "text")];
  if (kind < 90) {
    const line = { type: "match", path, line: 3, text: textOf(below, 1700) };
    const pattern = `value${below(50)}`;
    return [
      "search_text",
      { pattern },
      JSON.stringify({ exitCode: 0, elapsedMs: 9, lines: [line] }),
    ];
  }
  return [
    "run_process",
    { command: "npm", args: ["test"] },
    result(below, { exitCode: 0 }, "stdout"),
  ];
}

/** The texts of all results. */
export function resultTexts(history) {
  return history.filter(({ role }) => role === "tool").map(({ content }) => content);
}

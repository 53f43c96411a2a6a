// Which removed results nothing later in the request makes up for.
//
// A result is made up for by a later successful one that the request still holds and that is of the
// same call (tool and arguments), or, as the profile says, of the same file (a read or change of it),
// the same background task or the same search; or by a later message that holds its text whole. That
// is more than generous: a later read of other lines of the file counts too.
import { engine } from "./engine.mjs";

export function lossFinder(history, profile) {
  const pairs = [...engine.pairsOf(history).values()];
  const byResult = new Map(pairs.map((pair) => [pair.resultIndex, pair]));
  const known = new Map();

  /** What a result is about. */
  function subjectsOf(index) {
    if (known.has(index)) return known.get(index);
    const pair = byResult.get(index);
    const message = history[index];
    let subjects = { call: undefined, observations: [] };
    if (pair && engine.isSuccess(message)) {
      const { name, args } = pair.call;
      const observations = engine.observe(profile, pair.call, engine.wholeText(message.content));
      subjects = { call: `${name} ${engine.canonicalJson(args)}`, observations };
    }
    known.set(index, subjects);
    return subjects;
  }

  function isRead(index) {
    return subjectsOf(index).observations.some(({ kind }) => kind === "read");
  }

  function isLost(index, position, { indices, sent, removed }) {
    const text = textOf(history[index]);
    const { call, observations } = subjectsOf(index);
    for (let at = sent.length - 1; at > position; at -= 1) {
      if (removed.has(at)) continue;
      if (text !== "" && textOf(sent[at]).includes(text)) return false;
      const later = subjectsOf(indices[at]);
      if (call !== undefined && later.call === call) return false;
      if (observations.some((one) => later.observations.some((other) => concern(one, other)))) {
        return false;
      }
    }
    return true;
  }

  return { isRead, isLost };
}

function concern(one, other) {
  switch (one.kind) {
    case "read":
    case "change":
      return (
        isOfFile(other) &&
        engine.isSameFile(engine.plainPath(one.path), engine.plainPath(other.path))
      );
    case "background":
      return other.kind === "background" && one.taskId === other.taskId;
    case "search":
      return other.kind === "search" && one.argumentsKey === other.argumentsKey;
    default:
      return false;
  }
}

function isOfFile({ kind }) {
  return kind === "read" || kind === "change";
}

function textOf(message) {
  if (message.role !== "tool") return message.text ?? "";
  return engine.wholeText(message.content) ?? "";
}

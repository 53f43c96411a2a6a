// The loop's tools, and what they mean.

/** `view` shows a file, `save` writes one, `find` searches, `logs` shows all output of a task so far. */
export function profile({ name, args }, { text }) {
  if (text === null) return [];
  switch (name) {
    case "view":
      return [{ kind: "read", path: args.path, compareText: text }];
    case "save":
      return [{ kind: "change", path: args.path }];
    case "find":
      return [{ kind: "search", pattern: args.text, argumentsKey: args.text, matchesKey: text }];
    case "logs":
      return [{ kind: "background", taskId: args.task, offset: 0, limit: 0, isEmpty: text === "" }];
    default:
      return [];
  }
}

export function runTool(name, args) {
  if (name === "save") return "Saved.";
  if (name === "find") return "src/a.ts:3: // todo\n".repeat(20);
  if (name === "logs") return "building ...\n".repeat(30);
  return `// ${args.path}\n${"export const value = 1;\n".repeat(40)}`;
}

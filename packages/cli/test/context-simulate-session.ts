/** The lines of a small Claude Code session, written call by call. */
interface SessionWriter {
  readonly user: (text: string) => void;
  /** One answer with one call, and its result. Seconds pass before the answer. */
  readonly call: (name: string, input: object, result: string, seconds?: number) => void;
  readonly end: (text: string) => void;
  readonly text: () => string;
}

function writeSession(sessionId: string, cwd: string): SessionWriter {
  const lines: string[] = [];
  let seconds = 0;
  let number = 0;
  const add = (type: string, message: object): void => {
    const record = {
      type,
      uuid: `${sessionId}-${number}`,
      parentUuid: number === 0 ? null : `${sessionId}-${number - 1}`,
      timestamp: new Date(Date.UTC(2026, 0, 30, 10, 0, seconds)).toISOString(),
      sessionId,
      cwd,
      version: "2.1.0",
      isSidechain: false,
      message,
    };
    number += 1;
    lines.push(`${JSON.stringify(record)}\n`);
  };
  const answer = (content: readonly object[]): void =>
    add("assistant", {
      id: `msg-${sessionId}-${number}`,
      role: "assistant",
      model: "a-model",
      content,
    });
  return {
    user: (text) => add("user", { role: "user", content: text }),
    call(name, input, result, after = 1) {
      seconds += after;
      const id = `${sessionId}-call-${number}`;
      answer([{ type: "tool_use", id, name, input }]);
      add("user", {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, content: result }],
      });
    },
    end(text) {
      seconds += 1;
      answer([{ type: "text", text }]);
    },
    text: () => lines.join(""),
  };
}

/** Lines as `Read` numbers them. */
function numbered(lines: readonly string[]): string {
  return lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join("\n");
}

/**
 * A file is read and edited; after enough turns, and a pause, another part of it is edited that only
 * the read had shown.
 */
export function readThenEdit(sessionId: string, cwd: string, secret: string): string {
  const session = writeSession(sessionId, cwd);
  const file_path = `${cwd}/src/a.ts`;
  const lines = Array.from({ length: 40 }, (_, at) => `const ${secret}${at} = compute(${at});`);
  const edit = (at: number, after?: number): void =>
    session.call(
      "Edit",
      { file_path, old_string: lines[at], new_string: `// ${secret} was here` },
      `The file ${file_path} has been updated.`,
      after,
    );
  session.user(`Please mend it: ${secret}`);
  session.call("Read", { file_path }, numbered(lines));
  edit(3);
  session.call("Bash", { command: `make ${secret}` }, secret);
  session.call("Bash", { command: `make ${secret}` }, secret);
  edit(30, 400);
  session.end(`Done: ${secret}`);
  return session.text();
}

import type { Message, ToolCall } from "@alisio/governor";

/** Writes a history one call at a time; every text it makes holds a canary of its own. */
export class Session {
  readonly history: Message[] = [];
  readonly canaries: string[] = [];
  #calls = 0;

  text(length: number = 40): string {
    const canary = `canary${this.canaries.length}zz`;
    this.canaries.push(canary);
    return `${canary} ${"word ".repeat(length)}`;
  }

  system(): this {
    return this.#push({ role: "system", text: this.text() });
  }

  user(): this {
    return this.#push({ role: "user", text: this.text() });
  }

  checkpoint(): this {
    return this.#push({ role: "user", text: this.text(), kind: "checkpoint" });
  }

  say(): this {
    return this.#push({ role: "assistant", text: this.text(3) });
  }

  call(name: string, args: unknown, result: unknown, isError: boolean = false): this {
    const call: ToolCall = { id: `call-${this.#calls}`, name, args };
    this.#calls += 1;
    this.#push({ role: "assistant", text: "", calls: [call] });
    const content = typeof result === "string" ? result : JSON.stringify(result);
    return this.#push({
      role: "tool",
      callId: call.id,
      content,
      ...(isError ? { isError: true } : {}),
    });
  }

  read(path: string, content: string = "a", range: object = {}): this {
    return this.call(
      "read_file",
      { path, ...range },
      { path, sha256: hashOf(content), startLine: 1, content: this.text(), truncated: false },
    );
  }

  change(path: string): this {
    const args = { path, oldText: this.text(2), newText: this.text(10) };
    return this.call("edit_file", args, { path, sha256: hashOf(path) });
  }

  search(pattern: string = this.text(1), path: string = "src/a.ts"): this {
    const line = { type: "match", path, line: 1, text: "found ".repeat(30) };
    return this.call(
      "search_text",
      { pattern },
      { exitCode: 0, elapsedMs: this.#calls, lines: [line], truncated: false },
    );
  }

  poll(offset: number, text: string = this.text()): this {
    return this.call(
      "bg_output",
      { id: "task", offset },
      { id: "task", status: "running", text, next_offset: offset + 10, eof: false },
    );
  }

  list(files: readonly string[]): this {
    return this.call("list_files", {}, { files, nextOffset: null, truncated: false });
  }

  shell(command: string, isError: boolean = false): this {
    return this.call(
      "shell",
      { command },
      isError ? this.text() : { stdout: this.text(), stderr: "", exitCode: 0, truncated: false },
      isError,
    );
  }

  #push(message: Message): this {
    this.history.push(message);
    return this;
  }
}

/** A made-up content hash: 16 hex digits that differ as the contents do. */
function hashOf(content: string): string {
  let hash = 7;
  for (const unit of content) hash = (hash * 31 + unit.charCodeAt(0)) % 0xffffffff;
  return hash.toString(16).padStart(16, "0");
}

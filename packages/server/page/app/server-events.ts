/** One server-sent event. */
export interface ServerEvent {
  /** The last `id` that was said, as `Last-Event-ID` wants it. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
}

/** An event beyond this is nothing that this server sends: the stream is given up. */
const MAX_LINE = 8 * 1024 * 1024;

/**
 * Reads an event stream piece by piece, however it is cut: gives back the events that a piece
 * completes. An event that no empty line ends is none, as the standard says.
 */
export function createEventParser(): (piece: string) => ServerEvent[] {
  let rest = "";
  let id = "";
  let type = "";
  let data: string[] = [];
  return (piece) => {
    rest += piece;
    // A carriage return at the end may be half of a line end: it waits for the next piece.
    const end = rest.endsWith("\r") ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\r|\n/);
    rest = (lines.pop() as string) + rest.slice(end);
    if (rest.length > MAX_LINE) throw new Error("the event stream has a line beyond any measure");
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line !== "") {
        const [field, value] = fieldOf(line);
        if (field === "data") data.push(value);
        else if (field === "event") type = value;
        else if (field === "id" && !value.includes("\0")) id = value;
        continue;
      }
      if (data.length > 0) events.push({ id, type: type || "message", data: data.join("\n") });
      type = "";
      data = [];
    }
    return events;
  };
}

/** A line that begins with a colon is a comment: its field has no name. */
function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(" ") ? value.slice(1) : value];
}

/** An event beyond this is nothing that this server sends: the stream is given up. */
const MAX_LINE = 8 * 1024 * 1024;

/**
 * Reads an event stream piece by piece, however it is cut: gives back the data of the events that a
 * piece completes. An event that no empty line ends is none, as the standard says. Ids and names are
 * passed over: the data holds both.
 */
export function createEventParser(): (piece: string) => string[] {
  let rest = "";
  let data: string[] = [];
  return (piece) => {
    rest += piece;
    // A carriage return at the end may be half of a line end: it waits for the next piece.
    const end = rest.endsWith("\r") ? rest.length - 1 : rest.length;
    const lines = rest.slice(0, end).split(/\r\n|\r|\n/);
    rest = (lines.pop() as string) + rest.slice(end);
    if (rest.length > MAX_LINE) throw new Error("a line without end");
    const events: string[] = [];
    for (const line of lines) {
      const field = /^data(?:: ?|$)/.exec(line);
      if (field) data.push(line.slice(field[0].length));
      if (line !== "") continue;
      if (data.length > 0) events.push(data.join("\n"));
      data = [];
    }
    return events;
  };
}

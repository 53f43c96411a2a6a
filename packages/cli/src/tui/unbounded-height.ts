/** No frame is as tall as this. */
const ROWS = 1_000_000;

/**
 * The same terminal, without a height: Ink clears the screen and the user's scrollback when a frame
 * is as tall as the terminal, and compares the last frame with the new height after a resize. The
 * frames keep to the real height by themselves.
 */
export function unboundedHeight(stdout: NodeJS.WriteStream): NodeJS.WriteStream {
  return new Proxy(stdout, {
    get(target, name) {
      if (name === "rows") return ROWS;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

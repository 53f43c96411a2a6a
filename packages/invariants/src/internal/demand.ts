import { InvariantsError } from "../errors.ts";
import { quote } from "./quote.ts";

/** Throws for an argument or a setting that is not in its range; the message names all three. */
export function demand(
  sound: boolean,
  name: string,
  value: unknown,
  range: string | readonly string[],
): void {
  if (sound) return;
  const shown =
    typeof value === "string"
      ? quote(value.slice(0, 80))
      : typeof value === "number"
        ? value
        : value && typeof value;
  throw new InvariantsError("invalid_argument", `${name} is ${shown}; it must be ${range}.`);
}

const MARKER: symbol = Symbol.for("@alisio/server/ServerError");

/** Why a call failed. */
export type ServerErrorCode =
  /** An argument is not of the kind that the function takes. */
  | "invalid_argument"
  /** An option is unknown, missing, of the wrong type or out of range. */
  | "invalid_option"
  /** A token that is too short, or holds characters that an address can't carry as they are. */
  | "invalid_token"
  /** An address that other machines reach needs a token that the caller chose. */
  | "token_required"
  /** Something listens there already. */
  | "address_in_use"
  /** The system does not let this process listen there. */
  | "cannot_listen";

/**
 * Thrown for a mistake of the caller. Recognise it with {@link ServerError.isInstance}, which also
 * holds between two copies of this package.
 */
export class ServerError extends Error {
  override readonly name: string = "ServerError";
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string) {
    super(message);
    this.code = code;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Whether a value is an error of this package, whichever copy of the package made it. */
  static isInstance(value: unknown): value is ServerError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}

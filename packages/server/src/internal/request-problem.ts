/** Ends a request with this status; the message goes to the client. */
export class RequestProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** There is no session of this id. */
export function noSuchSession(): RequestProblem {
  return new RequestProblem(404, "no_such_session", "There is no session of this id.");
}

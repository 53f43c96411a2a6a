import type { ServerResponse } from "node:http";

/** What the app is told of the connection; absent where it is called without one. */
export interface ServerEnvironment {
  readonly Bindings: { readonly outgoing?: ServerResponse };
}

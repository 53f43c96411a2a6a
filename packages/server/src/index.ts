/**
 * Sessions of coding agents over HTTP, read only and for this machine alone: what fills their
 * context, and the events of those that are being written.
 *
 * @packageDocumentation
 */

export { createServer } from "./create-server.ts";
export { createToken } from "./create-token.ts";
export { ServerError, type ServerErrorCode } from "./errors.ts";
export type { ServerEnvironment } from "./internal/server-environment.ts";
export {
  HEADERS_TIMEOUT_MS,
  HEARTBEAT_MS,
  MAX_CONNECTIONS,
  MAX_HEADER_BYTES,
  MAX_HELD_EVENT_BYTES,
  MAX_LISTED_SESSIONS,
  MIN_TOKEN_LENGTH,
  STALL_MS,
} from "./limits.ts";
export { listen } from "./listen.ts";
export { loadPageAssets } from "./page-assets.ts";
export type {
  ErrorBody,
  EventLimits,
  ListenOptions,
  PageAsset,
  RunningServer,
  ServerApp,
  ServerOptions,
  SessionContext,
  SessionEntry,
  SessionEvent,
  SessionListing,
  SessionPlaces,
} from "./types.ts";

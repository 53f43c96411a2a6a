/** Sessions in one list: more than anybody scrolls through; `more` counts the others. */
export const MAX_LISTED_SESSIONS = 500;

/** UTF-16 units of a token at least: 128 bits where each is one of 64 random ones. */
export const MIN_TOKEN_LENGTH = 22;

/** Milliseconds between two comments on an idle event stream: proxies give up after about 30 s. */
export const HEARTBEAT_MS = 15_000;

/**
 * Milliseconds that a client may leave an event unread. Then its connection ends, and it can go on
 * from the last id that it has.
 */
export const STALL_MS = 30_000;

/** Bytes of the newest events of a session that are held for its clients; older ones are read again. */
export const MAX_HELD_EVENT_BYTES: number = 4 * 1024 * 1024;

/** Bytes of request headers: far above what browsers send. */
export const MAX_HEADER_BYTES: number = 16 * 1024;

/** Milliseconds that a client has for its headers. */
export const HEADERS_TIMEOUT_MS = 10_000;

/** Connections at once: room for hundreds of event streams, below the usual limit of open files. */
export const MAX_CONNECTIONS = 900;

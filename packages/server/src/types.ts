import type { SessionReader } from "@alisio/agent/sessions";
import type { Hono } from "hono";
import type { ServerEnvironment } from "./internal/server-environment.ts";

/** One session of the list. Texts from outside are neutralised: no controls, nothing bidirectional. */
export interface SessionEntry {
  /** What the other routes take: Alisio's own id, else the agent's name and a hash. */
  readonly id: string;
  readonly agent: string;
  /** The agent's title, else the first words of the user. This is message text. */
  readonly title: string | null;
  /** The working directory, below the home directory as `~/...`. */
  readonly directory: string | null;
  /** ISO 8601 in UTC. */
  readonly modifiedAt: string;
  /** Size of its file; `null` where it is not one file. */
  readonly bytes: number | null;
  /** Whether it has an event stream: Alisio's own sessions do. */
  readonly hasEvents: boolean;
}

/** The body of `GET /api/sessions`. */
export interface SessionListing {
  readonly schemaVersion: 1;
  /** Newest first. */
  readonly sessions: readonly SessionEntry[];
  /** How many older ones are not listed. */
  readonly more: number;
}

/** The body of `GET /api/sessions/{sid}/context`. Tokens are estimates by chars/4. */
export interface SessionContext {
  readonly schemaVersion: 1;
  readonly tokens: number;
  /** `null` when it is not known. */
  readonly window: number | null;
  /** Where an automatic compaction begins; `null` when there is none. */
  readonly compactAt: number | null;
  readonly messages: number;
  readonly compactions: number;
}

/** The `data` of one server-sent event. */
export interface SessionEvent {
  readonly schemaVersion: 1;
  /** The same as the event's `id` line: what `Last-Event-ID` takes. */
  readonly id: number;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The subagent's run; absent for the main one. */
  readonly run?: string | undefined;
  readonly event: { readonly type: string; readonly [field: string]: unknown };
}

/** The body of every answer that is no success: never a stack, never a path. */
export interface ErrorBody {
  readonly schemaVersion: 1;
  readonly error: { readonly code: string; readonly message: string };
}

/** A file of the page, held in memory. */
export interface PageAsset {
  /** Its `Content-Type`. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** Where sessions are found. */
export interface SessionPlaces {
  /** Reads Alisio's own sessions. */
  readonly reader: SessionReader;
  /** `<state home>/sessions`: where the reader looks, absolute. */
  readonly sessionsDirectory: string;
  /** The user's home directory, absolute. */
  readonly homeDirectory: string;
  /** Says where other agents keep their sessions. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Only this directory's sessions are listed unless a request asks for all. Absolute. */
  readonly cwd?: string;
}

/** What a server is made from. */
export interface ServerOptions {
  readonly sessions: SessionPlaces;
  /** Every `/api` route needs it as `Authorization: Bearer`; see {@link createToken}. */
  readonly token: string;
  /** What a request's `Host` may be, each with its port, such as `127.0.0.1:8080`. */
  readonly hosts: readonly string[];
  /** The page's files by exact path, such as `/` and `/assets/index.js`. */
  readonly assets?: ReadonlyMap<string, PageAsset>;
  /** Milliseconds since 1970, for when a report was made. */
  readonly now: () => number;
  /** By default {@link HEARTBEAT_MS}, {@link STALL_MS} and {@link MAX_HELD_EVENT_BYTES}. */
  readonly eventLimits?: EventLimits;
  /** Told of what ends a request with 500; the client isn't. */
  readonly onError?: (error: unknown) => void;
}

/** Times and sizes of event streams. */
export interface EventLimits {
  /** Milliseconds between two comments on an idle stream. */
  readonly heartbeatMs: number;
  /** Milliseconds that a client may leave an event unread. */
  readonly stallMs: number;
  /** Bytes of a session's newest events that are held for its clients. */
  readonly maxHeldBytes: number;
}

/** A server that is on no port. */
export interface ServerApp {
  readonly app: Hono<ServerEnvironment>;
  /** How many event streams are open, and how many sessions are followed for them. */
  streams(): { readonly clients: number; readonly sessions: number };
  /** Ends the event streams. */
  close(): void;
}

/** Where a server listens, and what it serves. */
export interface ListenOptions extends Omit<ServerOptions, "hosts" | "token"> {
  /** A name or an address; 127.0.0.1 by default. Others need {@link ListenOptions.token}. */
  readonly host?: string;
  /** 0, the default, is any free one. */
  readonly port?: number;
  /** By default one is made for this run. */
  readonly token?: string;
}

/** A server on a port. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:8080/`; the token is not in it. */
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** How many event streams are open. */
  readonly streams: ServerApp["streams"];
  /** Ends the event streams and stops listening. */
  close(): Promise<void>;
}

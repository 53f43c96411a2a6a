import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunningServer, ServerError } from "@alisio/server";
import { stateHome } from "../config/homes.ts";
import { CliError } from "../errors.ts";
import type { CommandContext } from "../globals.ts";
import { neutral } from "../output/neutral.ts";
import { openBrowser } from "./serve-open-browser.ts";

/** The flags of `alisio serve`. */
export interface ServeOptions {
  readonly port: string;
  readonly host: string;
  readonly tokenFile?: string;
  readonly open?: boolean;
}

/** `alisio serve`: prints where, serves until it is interrupted, and ends every stream then. */
export async function serve(context: CommandContext, options: ServeOptions): Promise<number> {
  const { io } = context;
  const stop = stopped(context);
  try {
    const token = ownToken(context, options.tokenFile);
    const server = await start(context, options, token);
    try {
      announce(context, server, token !== undefined);
      if (options.open === true) await open(context, server);
      await stop.told;
      io.stderr("alisio: stopping\n");
    } finally {
      await server.close();
    }
    return 0;
  } finally {
    stop.end();
  }
}

/** Listened for before anything is started, so that no signal is missed. */
function stopped({ io }: CommandContext): {
  readonly told: Promise<void>;
  readonly end: () => void;
} {
  let end = (): void => {};
  const told = new Promise<void>((resolve) => {
    // Who read the address and went away is no reason to stop.
    const off = io.onStop?.((signal) => {
      if (signal !== "SIGPIPE") resolve();
    });
    end = () => off?.();
  });
  return { told, end };
}

async function start(
  context: CommandContext,
  { host, port, tokenFile }: ServeOptions,
  token: string | undefined,
): Promise<RunningServer> {
  const { io } = context;
  const { listen, loadPageAssets, ServerError } = await import("@alisio/server");
  const { createSessionReader } = await import("@alisio/agent/sessions");
  const sessionsDirectory = join(stateHome(io), "sessions");
  return await listen({
    sessions: {
      reader: createSessionReader({ sessionsDirectory }),
      sessionsDirectory,
      homeDirectory: io.homeDirectory,
      environment: io.environment,
      cwd: context.cwd,
    },
    assets: await loadPageAssets(),
    host,
    port: portOf(port),
    now: io.now,
    ...(token !== undefined && { token }),
    onError: (error) => {
      const text = error instanceof Error ? error.message : "unknown error";
      io.stderr(`alisio: a request failed: ${neutral(text)}\n`);
    },
  }).catch((error: unknown) => {
    throw ServerError.isInstance(error) ? inWordsOfFlags(error, host, tokenFile) : error;
  });
}

/** The library speaks of its options; here they are flags and a variable. */
function inWordsOfFlags(error: ServerError, host: string, tokenFile: string | undefined): Error {
  if (error.code === "token_required") {
    return new CliError(
      `--host: ${neutral(host)} can be reached from other machines: give a token of your own, by --token-file or ALISIO_SERVE_TOKEN, or stay on 127.0.0.1`,
    );
  }
  if (error.code === "invalid_token") {
    const source = tokenFile === undefined ? "ALISIO_SERVE_TOKEN" : "--token-file";
    return new CliError(
      `${source}: a token is at least 22 letters, digits, ".", "_", "~" or "-", such as openssl rand -hex 32 prints`,
    );
  }
  return error;
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new CliError(`--port: ${neutral(text)} is not a whole number from 0 to 65535`);
}

/** A file or the environment: a command line is seen by whoever lists processes. */
function ownToken(context: CommandContext, file: string | undefined): string | undefined {
  if (file === undefined) return context.io.environment["ALISIO_SERVE_TOKEN"] || undefined;
  const path = context.resolvePath(file);
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new CliError(`--token-file: ${neutral(context.showPath(path))} can't be read (${code})`);
  }
}

/** A token of the user's own is known to the user, and stays out of whatever keeps this output. */
function announce(context: CommandContext, server: RunningServer, isOwnToken: boolean): void {
  const { io } = context;
  const url = isOwnToken ? server.url : addressWithToken(server);
  if (context.json) context.writeJson({ schemaVersion: 1, url, port: server.port });
  else io.stdout(`${url}\n`);
  const hint = isOwnToken
    ? "open it with #token= and your token at its end"
    : "whoever has this address can read your sessions";
  io.stderr(`alisio: serving until interrupted (Ctrl-C); ${hint}\n`);
}

/** A fragment never leaves the browser; the page takes it out of the address. */
function addressWithToken({ url, token }: RunningServer): string {
  return `${url}#token=${token}`;
}

async function open(context: CommandContext, server: RunningServer): Promise<void> {
  const opened = await openBrowser(addressWithToken(server), context.io.environment);
  if (!opened)
    context.io.stderr("alisio: no browser could be started; open the address yourself\n");
}

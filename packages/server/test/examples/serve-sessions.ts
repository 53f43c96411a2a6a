import { join } from "node:path";
import { createSessionReader } from "@alisio/agent/sessions";
import { listen, loadPageAssets, type RunningServer } from "@alisio/server";

/** Serves the sessions of this home to this machine, until it is closed. */
export async function serveSessions(homeDirectory: string): Promise<RunningServer> {
  const sessionsDirectory = join(homeDirectory, ".local/state/alisio/sessions");
  const reader = createSessionReader({ sessionsDirectory });
  const server = await listen({
    sessions: { reader, sessionsDirectory, homeDirectory, environment: process.env },
    assets: await loadPageAssets(),
    now: Date.now,
  });
  // The token is in the fragment: a browser sends it nowhere, and the page takes it from there.
  process.stdout.write(`${server.url}#token=${server.token}\n`);
  return server;
}

import {
  createServer,
  createToken,
  type ListenOptions,
  listen,
  loadPageAssets,
} from "@alisio/server";
import { openApiDocument } from "@alisio/server/schemas";

/** Examples of the documentation comments, as they stand there. */
export async function answer(sessions: ListenOptions["sessions"]): Promise<Response> {
  const headers = { host: "127.0.0.1:8080" };
  const { app } = createServer({
    sessions,
    token: createToken(),
    hosts: ["127.0.0.1:8080"],
    now: Date.now,
  });
  const response = await app.request("/api/sessions", { headers });
  return response;
}

export async function listenOnce(sessions: ListenOptions["sessions"]): Promise<string> {
  const server = await listen({ sessions, now: Date.now, assets: await loadPageAssets() });
  const address = `${server.url}#token=${server.token}`;
  await server.close();
  return address;
}

export function made(): readonly string[] {
  const token = createToken();
  const text = JSON.stringify(openApiDocument(), null, 2);
  return [token, text];
}

import type { MiddlewareHandler } from "hono";
import type { PageAsset, ServerOptions } from "../types.ts";
import { isPlainPath, refusal } from "./guard.ts";
import { respondError, respondFile } from "./respond.ts";
import type { ServerEnvironment } from "./server-environment.ts";
import { createTokenCheck } from "./token.ts";

/**
 * What every request goes through, in this order: host, origin and fetch metadata; the method; the
 * page's own files; the token. Only what comes out at the end is looked up among the routes.
 */
export function createGate(options: ServerOptions): MiddlewareHandler<ServerEnvironment> {
  const hosts = new Set(options.hosts.map((host) => host.toLowerCase()));
  const isToken = createTokenCheck(options.token);
  const assets = options.assets ?? new Map<string, PageAsset>();
  return async ({ req }, next) => {
    const refused = refusal(hosts, (name) => req.header(name));
    if (refused) return respondError(403, refused.code, refused.message);
    if (req.method !== "GET" && req.method !== "HEAD") {
      const allow = { allow: "GET, HEAD" };
      return respondError(405, "method_not_allowed", "Only GET and HEAD are answered.", allow);
    }
    const path = rawPath(req.url);
    const asset = assets.get(path);
    if (asset !== undefined) return respondFile(asset.type, asset.body);
    if (!isPlainPath(path)) return respondError(404, "not_found", "There is nothing of this name.");
    if (path === "/api" || path.startsWith("/api/")) {
      if (!isToken(req.header("authorization"))) {
        return respondError(401, "unauthorized", "Send the token as Authorization: Bearer.", {
          "www-authenticate": 'Bearer realm="alisio"',
        });
      }
      await next();
      return;
    }
    return respondError(404, "not_found", "There is nothing of this name.");
  };
}

/** As it came, before anything is decoded. */
function rawPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.search(/[?#]/);
  return url.slice(start, end === -1 ? undefined : end);
}

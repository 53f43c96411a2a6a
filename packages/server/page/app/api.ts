import type { ContextReport } from "@alisio/context-report";
import type { SessionContext, SessionListing } from "../../src/types.ts";

/** What came of a request: its body, nothing new, nothing there, no access, or no answer. */
type Answer<Body> =
  | { readonly kind: "body"; readonly body: Body; readonly tag: string | null }
  | { readonly kind: "unchanged" | "missing" | "refused" | "failed" };

/** The routes that the page reads. */
export interface Api {
  sessions(isEverywhere: boolean): Promise<Answer<SessionListing>>;
  context(id: string): Promise<Answer<SessionContext>>;
  report(id: string, tag: string | null): Promise<Answer<ContextReport>>;
  /** The stream of events after one; rejects when nobody answers. */
  events(id: string, after: number, signal: AbortSignal): Promise<Response>;
}

/** An answer that takes longer comes from a server that is stuck. */
const MAX_WAIT_MS = 30_000;

/** The routes with a token, which travels in a header alone. */
export function createApi(token: string, fetcher: typeof fetch = fetch): Api {
  const get = (path: string, headers: Record<string, string>, signal: AbortSignal) =>
    fetcher(`/api/sessions${path}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
  const read = async <Body>(path: string, tag: string | null = null): Promise<Answer<Body>> => {
    try {
      const signal = AbortSignal.timeout(MAX_WAIT_MS);
      const response = await get(path, tag === null ? {} : { "If-None-Match": tag }, signal);
      const { status } = response;
      if (status === 200) {
        const body = (await response.json()) as Body;
        return { kind: "body", body, tag: response.headers.get("ETag") };
      }
      return { kind: kindOf(status) };
    } catch {
      return { kind: "failed" };
    }
  };
  return {
    sessions: (isEverywhere) => read(isEverywhere ? "?all=true" : ""),
    context: (id) => read(`/${encodeURIComponent(id)}/context`),
    report: (id, tag) => read(`/${encodeURIComponent(id)}/context/report`, tag),
    events: (id, after, signal) =>
      get(
        `/${encodeURIComponent(id)}/events`,
        { Accept: "text/event-stream", ...(after > 0 && { "Last-Event-ID": String(after) }) },
        signal,
      ),
  };
}

/** What an answer without a body says. */
export function kindOf(status: number): "unchanged" | "missing" | "refused" | "failed" {
  if (status === 304) return "unchanged";
  if (status === 401 || status === 403) return "refused";
  return status === 404 ? "missing" : "failed";
}

import type { AgentEventEnvelope } from "@alisio/agent";
import type { ContextReport } from "@alisio/context-report";
import type { SessionContext } from "../../src/types.ts";
import type { RequestPoint } from "../view/requests-chart.tsx";
import type { Api } from "./api.ts";
import { type FollowHandle, followEvents, type Link } from "./follow-events.ts";
import { throttle } from "./throttle.ts";

/** What is known of the open session. */
export interface SessionView {
  readonly id: string;
  /** `none`: it has no events, another agent wrote it. */
  readonly link: Link | { readonly kind: "none" };
  /** The latest; how many came before them is `earlier`. */
  readonly events: readonly AgentEventEnvelope[];
  readonly earlier: number;
  /** The newest requests of the main run. */
  readonly requests: readonly RequestPoint[];
  /** A `context_governed` event has come, of whatever run. */
  readonly isGoverned: boolean;
  readonly estimate: SessionContext | undefined;
  readonly report: ContextReport | undefined;
  /** The last attempt to get the report failed: what is shown may be out of date. */
  readonly isStale: boolean;
}

/** Events that are listed; a page that holds every event of a long session is slow to use. */
const MAX_EVENTS = 500;

/** Requests that the chart has, the newest: more lie within one pixel. */
const MAX_REQUESTS = 500;

/** Reports are read at most this often while events rain. */
const REPORT_PAUSE_MS = 400;

/** Sessions without an event stream are looked at this often. */
const LOOK_AGAIN_MS = 5000;

/** An open session that is being watched. */
export interface SessionWatch {
  readonly view: SessionView;
  retry(): void;
  /** Reads the report from now on: the Context tab is there. */
  wantReport(): void;
  stop(): void;
}

/** Watches one session until it is stopped; `onChange` is told after every change. */
export function watchSession(options: {
  readonly api: Api;
  readonly id: string;
  readonly hasEvents: boolean;
  readonly onChange: () => void;
}): SessionWatch {
  const { api, id, hasEvents, onChange } = options;
  let isStopped = false;
  let isWanted = false;
  let tag: string | null = null;
  let view: SessionView = {
    id,
    link: { kind: hasEvents ? "connecting" : "none" },
    events: [],
    earlier: 0,
    requests: [],
    isGoverned: false,
    estimate: undefined,
    report: undefined,
    isStale: false,
  };
  const set = (next: Partial<SessionView>): void => {
    if (isStopped) return;
    view = { ...view, ...next };
    onChange();
  };
  const look = throttle(async () => {
    if (isStopped) return;
    const estimate = await api.context(id);
    if (estimate.kind === "body") set({ estimate: estimate.body });
    if (!isWanted) return;
    const answer = await api.report(id, tag);
    if (answer.kind === "body") {
      tag = answer.tag;
      set({ report: answer.body, isStale: false });
    } else set({ isStale: answer.kind !== "unchanged" });
  }, REPORT_PAUSE_MS);

  const take = (envelopes: readonly AgentEventEnvelope[]): void => {
    set(withEvents(view, envelopes));
    if (view.isGoverned) isWanted = true;
    look();
  };
  let handle: FollowHandle | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  if (hasEvents) {
    handle = followEvents({
      open: (after, signal) => api.events(id, after, signal),
      onEvents: take,
      onLink: (link) => {
        set({ link });
        // A server that is back may know more than its events say.
        if (link.kind === "live") look();
      },
    });
  } else timer = setInterval(look, LOOK_AGAIN_MS);
  look();
  return {
    get view() {
      return view;
    },
    retry: () => handle?.retry(),
    wantReport: () => {
      isWanted = true;
      look();
    },
    stop: () => {
      isStopped = true;
      handle?.stop();
      clearInterval(timer);
    },
  };
}

/** The view with more events. */
export function withEvents(
  view: SessionView,
  envelopes: readonly AgentEventEnvelope[],
): SessionView {
  const events = [...view.events, ...envelopes];
  const requests = envelopes.flatMap(({ at, run, event }) =>
    event.type === "context_governed" &&
    run === undefined &&
    [event.tokensBefore, event.tokensAfter].every(Number.isFinite)
      ? [
          {
            at,
            tokensBefore: event.tokensBefore,
            tokensAfter: event.tokensAfter,
            elided: event.elided,
          },
        ]
      : [],
  );
  return {
    ...view,
    events: events.slice(-MAX_EVENTS),
    earlier: view.earlier + Math.max(0, events.length - MAX_EVENTS),
    isGoverned: view.isGoverned || envelopes.some(({ event }) => event.type === "context_governed"),
    requests:
      requests.length > 0 ? [...view.requests, ...requests].slice(-MAX_REQUESTS) : view.requests,
  };
}

import { GovernorError } from "../../errors.ts";
import { contentText } from "../../internal/content.ts";
import { describe } from "../../internal/describe.ts";
import { isRecord } from "../../internal/is-record.ts";
import type { Message } from "../../message.ts";
import { projectHistory } from "../../project-history.ts";
import { resolveSettings } from "../../resolve-settings.ts";
import type { GovernorSettings, Projection } from "../../types.ts";
import type { ProjectedRequest } from "../types.ts";
import type { Drafted, Place } from "./draft.ts";
import type { Fields } from "./fields.ts";

/** How one format is read. */
export interface Format<R> {
  /** Where the conversation is in a request. */
  readonly field: string;
  /** What is there, such as `a "messages" array`. */
  readonly expected: string;
  /** Whether a request has a conversation. */
  readonly isRequest: (request: Fields) => boolean;
  readonly read: (request: R) => Drafted;
}

/** Projects a request of a format. */
export function projectDrafted<R>(
  request: R,
  settings: GovernorSettings,
  format: Format<R>,
): ProjectedRequest<R> {
  const { mode, eligibleMessages } = resolveSettings(settings);
  demandRequest(format, request);
  if (mode === "off" && eligibleMessages === undefined) return { request, elisions: [] };
  return applied(request, settings, format).projected;
}

/** The same, with the projection that was applied. The format must have been checked. */
export function applied<R>(
  request: R,
  settings: GovernorSettings,
  format: Format<R>,
): { readonly projected: ProjectedRequest<R>; readonly projection: Projection } {
  const { history, places } = format.read(request);
  const projection = projectHistory(history, settings);
  const { messages, elisions, totals } = projection;
  const edited = messages === history ? request : withStubs(request, history, messages, places);
  const projected = { request: edited, elisions, ...(totals ? { totals } : {}) };
  return { projected, projection };
}

/** Copies what lies on the way to a changed text, once, and nothing else. */
function withStubs<R>(
  request: R,
  before: readonly Message[],
  after: readonly Message[],
  places: ReadonlyMap<number, Place>,
): R {
  const copies = new Set<object>();
  const own = (value: object): Record<string | number, unknown> => {
    const copy = copies.has(value) ? value : copyOf(value);
    copies.add(copy);
    return copy as Record<string | number, unknown>;
  };
  const root = own(request as object);
  for (const [position, { path, replace }] of places) {
    const message = after[position];
    if (message?.role !== "tool" || message === before[position]) continue;
    let node = root;
    for (const key of path.slice(0, -1)) {
      const child = own(node[key] as object);
      node[key] = child;
      node = child;
    }
    const last = path[path.length - 1] as string | number;
    node[last] = replace(node[last], contentText(message.content).text);
  }
  return root as R;
}

function copyOf(value: object): object {
  return Array.isArray(value) ? value.slice() : { ...value };
}

/**
 * Checks that a request has a conversation. One that can't be read for a getter or a proxy has none.
 *
 * @throws GovernorError `invalid_history`
 */
export function demandRequest<R>(
  { field, expected, isRequest }: Format<R>,
  request: unknown,
): void {
  let got = "an object that can't be read";
  try {
    if (isRecord(request) && isRequest(request)) return;
    got = isRecord(request) ? `${field}: ${describe(request[field])}` : describe(request);
  } catch {
    // Said below.
  }
  throw new GovernorError("invalid_history", `Expected a request with ${expected}, got ${got}`, {
    field,
  });
}

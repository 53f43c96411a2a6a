import type { Elision, GovernorSettings } from "../../../src/index.ts";
import { projectHistory } from "../../../src/index.ts";
import { deepFreeze } from "../../support/deep-freeze.ts";
import { holds, same } from "../../support/holds.ts";
import { changesBetween, stubIn } from "./changes.ts";
import type { Adapter } from "./formats.ts";

/**
 * Holds for every request: `off` and `shadow` send the very input, `on` changes only the texts of
 * elided results, and it elides what the canonical history's projection does. Returns that.
 */
export function checkAdapter<R extends object>(
  adapter: Adapter,
  request: R,
  settings: GovernorSettings = {},
): { readonly request: R; readonly elisions: readonly Elision[] } {
  deepFreeze(request);
  const text = JSON.stringify(request);
  const off = adapter.projectRequest(request, { ...settings, mode: "off" });
  same(off, { request, elisions: [] }, "off computes nothing");
  holds(off.request === request, "off sends the input");
  const shadow = adapter.projectRequest(request, { ...settings, mode: "shadow" });
  holds(shadow.request === request, "shadow sends the input");
  const on = adapter.projectRequest(request, { ...settings, mode: "on" });
  same(shadow.elisions, on.elisions, "shadow computes what on does");
  same(shadow.totals, on.totals, "shadow counts what on does");
  holds(JSON.stringify(request) === text, "the input is never changed");

  const history = adapter.toHistory(request);
  const projection = projectHistory(history, { ...settings, mode: "on" });
  same(on.elisions, projection.elisions, "the history elides the same");
  same(on.totals, projection.totals, "the history counts the same");
  const changes = changesBetween(request, on.request);
  holds((on.request === request) === (on.elisions.length === 0), "unchanged without elisions");
  const stubs = projection.messages.flatMap((message, at) =>
    message === history[at] ? [] : [textIn(message)],
  );
  same(changes.map(stubIn).sort(), stubs.sort(), "as many texts differ as results are elided");
  same(adapter.toHistory(on.request), projection.messages, "it reads as the projected history");
  return on;
}

function textIn(message: unknown): string {
  const { content } = message as { readonly content: string | readonly { text: string }[] };
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

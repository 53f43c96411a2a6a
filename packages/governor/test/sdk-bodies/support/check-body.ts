import { expect } from "vitest";
import type { Elision } from "../../../src/index.ts";
import { changesBetween, stubIn } from "../../adapters/support/changes.ts";
import { checkAdapter } from "../../adapters/support/check-adapter.ts";
import { ADAPTERS, type FormatName } from "../../adapters/support/formats.ts";
import { EAGER } from "../../adapters/support/sessions.ts";

/** The places whose text is elided, as `messages.2.content.0.content`, each with the reason. */
export type Elided = Readonly<Record<string, Elision["reason"]>>;

/**
 * What an SDK wrote, as bytes: `off` and `shadow` give the very same back, and `on` differs at these
 * places and nowhere else, with the keys in their order. Returns the request that `on` sends.
 */
export function checkBody(format: FormatName, body: string, elided: Elided): object {
  const adapter = ADAPTERS[format];
  const parsed = (): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>;
  expect(JSON.stringify(parsed())).toBe(body);
  for (const mode of ["off", "shadow"] as const) {
    const { request } = adapter.projectRequest(parsed(), { ...EAGER, mode });
    expect(JSON.stringify(request), mode).toBe(body);
  }
  const given = parsed();
  const { request, elisions } = adapter.projectRequest(given, EAGER);
  expect(JSON.stringify(given), "the input is never changed").toBe(body);

  const changes = changesBetween(given, request);
  const rebuilt = parsed();
  for (const { path, after } of changes) put(rebuilt, path, after);
  expect(JSON.stringify(request), "nothing else, and no other order of keys").toBe(
    JSON.stringify(rebuilt),
  );
  expect(changes.map(({ path }) => path.join(".")).sort()).toEqual(Object.keys(elided).sort());
  expect(changes.map(stubIn)).toHaveLength(elisions.length);
  expect(elisions.map(({ reason }) => reason).sort()).toEqual(Object.values(elided).sort());
  const { mode: _, ...settings } = EAGER;
  checkAdapter(adapter, parsed(), settings);
  return request;
}

function put(root: object, path: readonly (string | number)[], value: unknown): void {
  let node = root as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) node = node[key] as Record<string | number, unknown>;
  node[path.at(-1) as string | number] = value;
}

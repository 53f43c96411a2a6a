import { describe, expect, test, vi } from "vitest";
import type { Api } from "../../page/app/api.ts";
import { createController } from "../../page/app/controller.ts";
import type { SessionEntry } from "../../src/types.ts";

const entry = (id: string, hasEvents = true): SessionEntry => ({
  id,
  agent: "alisio",
  title: null,
  directory: null,
  modifiedAt: "2026-01-30T10:00:00.000Z",
  bytes: 1,
  hasEvents,
});

type Listing = Awaited<ReturnType<Api["sessions"]>>;
const listing = (...sessions: readonly SessionEntry[]): Listing => ({
  kind: "body",
  body: { schemaVersion: 1, sessions, more: 0 },
  tag: null,
});

/** Routes whose lists are answered when the test says so, in the order that it chooses. */
function fakeApi() {
  const lists: { readonly everywhere: boolean; readonly answer: (value: Listing) => void }[] = [];
  const followed: string[] = [];
  const asked: string[] = [];
  const api: Api = {
    sessions: (everywhere) =>
      new Promise((answer) => {
        lists.push({ everywhere, answer });
      }),
    context: async (id) => {
      asked.push(`context ${id}`);
      return { kind: "missing" };
    },
    report: async (id) => {
      asked.push(`report ${id}`);
      return { kind: "failed" };
    },
    events: async (id, _after, signal) => {
      followed.push(id);
      return await new Promise<Response>((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("stopped")));
      });
    },
  };
  const answer = async (index: number, value: Listing): Promise<void> => {
    lists[index]?.answer(value);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { api, lists, followed, asked, answer };
}

describe("the page's controller", () => {
  test("asks for nothing without a token, and says so", async () => {
    const { api, lists } = fakeApi();
    const makeApi = vi.fn(() => api);
    const controller = createController(makeApi);
    controller.setToken(null);
    await controller.refresh();
    expect([controller.state.access, lists.length]).toEqual(["none", 0]);
    expect(makeApi).not.toHaveBeenCalled();
  });

  test("a session that the address names is opened once the list is there", async () => {
    const { api, followed, answer } = fakeApi();
    const controller = createController(() => api);
    controller.openSession("s-1");
    controller.setToken("token");
    expect([controller.state.access, controller.state.open]).toEqual(["unknown", undefined]);
    await answer(0, listing(entry("s-1")));
    expect(controller.state.access).toBe("granted");
    expect(controller.state.open).toMatchObject({ id: "s-1", link: { kind: "connecting" } });
    expect(followed).toEqual(["s-1"]);
    controller.setToken(null);
    expect(controller.state.open).toBeUndefined();
  });

  test.each([
    ["listed, with events", entry("s-1"), "s-1", "connecting"],
    ["listed, without", entry("s-1", false), "s-1", "none"],
    ["not listed, Alisio's", entry("other"), "s-1", "connecting"],
    ["not listed, another agent's", entry("other"), "claude-code_9yitfC34Gf95c7-c", "none"],
  ])("a session that is %s", async (_, listed, id, kind) => {
    const { api, followed, answer } = fakeApi();
    const controller = createController(() => api);
    controller.setToken("token");
    await answer(0, listing(listed));
    controller.openSession(id);
    expect(controller.state.open?.link.kind).toBe(kind);
    expect(followed).toEqual(kind === "none" ? [] : [id]);
    controller.setToken(null);
  });

  test("a list that nobody wants any more doesn't replace the one that is wanted", async () => {
    const { api, lists, answer } = fakeApi();
    const controller = createController(() => api);
    controller.setToken("token");
    await answer(0, listing(entry("here")));
    controller.listEverywhere(true);
    controller.listEverywhere(false);
    expect(lists.map(({ everywhere }) => everywhere)).toEqual([false, true, false]);
    await answer(2, listing(entry("here")));
    await answer(1, listing(entry("here"), entry("elsewhere")));
    expect(controller.state.sessions.map(({ id }) => id)).toEqual(["here"]);
  });

  test("an answer to a token that was replaced is no answer", async () => {
    const [first, second] = [fakeApi(), fakeApi()];
    const controller = createController((token) => (token === "1" ? first.api : second.api));
    controller.setToken("1");
    controller.setToken("2");
    await first.answer(0, { kind: "refused" });
    expect(controller.state.access).toBe("unknown");
    await second.answer(0, listing());
    expect(controller.state.access).toBe("granted");
  });

  test("a silent server is said and keeps the list; a refusing one too", async () => {
    const { api, answer } = fakeApi();
    const controller = createController(() => api);
    controller.setToken("token");
    await answer(0, listing(entry("here")));
    controller.retry();
    await answer(1, { kind: "failed" });
    expect(controller.state).toMatchObject({ isServerSilent: true, access: "granted" });
    controller.retry();
    await answer(2, { kind: "refused" });
    expect(controller.state.access).toBe("refused");
    expect(controller.state.sessions).toHaveLength(1);
    controller.retry();
    await answer(3, listing());
    expect(controller.state).toMatchObject({ isServerSilent: false, access: "granted" });
  });

  test("another session begins with the view as it was at first, but stays in its pane", async () => {
    const { api, answer } = fakeApi();
    const controller = createController(() => api);
    controller.setToken("token");
    await answer(0, listing(entry("a"), entry("b")));
    controller.openSession("a");
    controller.setUi({ isContextAsked: true, pane: "panel", isFollowing: false });
    controller.openSession("a");
    expect(controller.ui.isContextAsked).toBe(true);
    controller.openSession("b");
    expect(controller.ui).toMatchObject({
      isContextAsked: false,
      pane: "panel",
      isFollowing: true,
    });
    controller.setToken(null);
  });

  test("the report is read when it is asked for, and not before", async () => {
    const { api, asked, answer } = fakeApi();
    const controller = createController(() => api);
    controller.setToken("token");
    await answer(0, listing(entry("a")));
    controller.openSession("a");
    await vi.waitFor(() => expect(asked).toContain("context a"));
    expect(asked).not.toContain("report a");
    controller.wantReport();
    await vi.waitFor(() => expect(controller.state.open?.isStale).toBe(true));
    expect(asked).toContain("report a");
    controller.setToken(null);
  });

  test("listeners are told until they leave", () => {
    const controller = createController(() => fakeApi().api);
    const listener = vi.fn();
    const leave = controller.subscribe(listener);
    controller.setUi({ tab: "session" });
    leave();
    controller.setUi({ tab: "context" });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

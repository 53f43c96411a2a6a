import type { SessionEntry } from "../../src/types.ts";
import { type Api, createApi } from "./api.ts";
import { type SessionView, type SessionWatch, watchSession } from "./session-watch.ts";
import { INITIAL_UI, type Ui } from "./ui.ts";

/** What the page shows. */
export interface PageState {
  /** `none`: no token was given. `refused`: the server doesn't take it. */
  readonly access: "none" | "unknown" | "granted" | "refused";
  /** The last attempt to read the list failed. */
  readonly isServerSilent: boolean;
  readonly sessions: readonly SessionEntry[];
  /** How many older ones are not listed. */
  readonly more: number;
  /** Sessions of every directory, or of the server's alone. */
  readonly isEverywhere: boolean;
  readonly open: SessionView | undefined;
}

/** What the page can do. */
export interface Controller {
  readonly state: PageState;
  readonly ui: Ui;
  setUi(next: Partial<Ui>): void;
  subscribe(listener: () => void): () => void;
  setToken(token: string | null): void;
  openSession(id: string): void;
  listEverywhere(isEverywhere: boolean): void;
  wantReport(): void;
  /** Tries whatever is waiting, now. */
  retry(): void;
  /** Reads the list again; called every few seconds while somebody looks. */
  refresh(): Promise<void>;
}

/** Holds the page's state, without a document: what it does is tested without a browser. */
export function createController(makeApi: (token: string) => Api = createApi): Controller {
  const listeners = new Set<() => void>();
  let api: Api | undefined;
  let watch: SessionWatch | undefined;
  let wanted: string | undefined;
  let ui = INITIAL_UI;
  let state: PageState = {
    access: "none",
    isServerSilent: false,
    sessions: [],
    more: 0,
    isEverywhere: false,
    open: undefined,
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const set = (next: Partial<PageState>): void => {
    state = { ...state, ...next };
    tell();
  };
  const refresh = async (): Promise<void> => {
    const [asked, wasEverywhere] = [api, state.isEverywhere];
    const answer = await asked?.sessions(wasEverywhere);
    // An answer to what nobody asks for any more may come after the one that is wanted.
    if (answer === undefined || asked !== api || wasEverywhere !== state.isEverywhere) return;
    if (answer.kind === "refused") return set({ access: "refused" });
    if (answer.kind !== "body") return set({ isServerSilent: true });
    const { sessions, more } = answer.body;
    set({ access: "granted", isServerSilent: false, sessions, more });
    if (wanted !== undefined) open(wanted);
  };
  const open = (id: string): void => {
    wanted = id;
    const entry = state.sessions.find((session) => session.id === id);
    if (api === undefined || state.access !== "granted" || watch?.view.id === id) return;
    watch?.stop();
    watch = undefined;
    watch = watchSession({
      api,
      id,
      // One that isn't listed is of another directory: ids of other agents' sessions have a "_".
      hasEvents: entry?.hasEvents ?? !id.includes("_"),
      onChange: () => watch?.view.id === id && set({ open: watch.view }),
    });
    ui = { ...INITIAL_UI, pane: ui.pane };
    set({ open: watch.view });
  };
  return {
    get state() {
      return state;
    },
    get ui() {
      return ui;
    },
    setUi: (next) => {
      ui = { ...ui, ...next };
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setToken: (token) => {
      watch?.stop();
      watch = undefined;
      api = token === null ? undefined : makeApi(token);
      set({ access: token === null ? "none" : "unknown", open: undefined });
      void refresh();
    },
    openSession: open,
    listEverywhere: (isEverywhere) => {
      set({ isEverywhere });
      void refresh();
    },
    wantReport: () => watch?.wantReport(),
    retry: () => {
      watch?.retry();
      void refresh();
    },
    refresh,
  };
}

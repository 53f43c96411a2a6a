import { INITIAL_TABLE, type TableState } from "../view/segment-rows.ts";

/** What a narrow screen shows; a wide one shows all three. */
export type Pane = "sessions" | "events" | "panel";

/** How the page is looked at: nothing of it comes from the server. */
export interface Ui {
  readonly pane: Pane;
  /** Chosen by a person; else the Context tab is shown once it is there. */
  readonly tab: "session" | "context" | undefined;
  /** `/context` was asked for: the tab is there without an event. */
  readonly isContextAsked: boolean;
  readonly table: TableState;
  /** The list of events stays at its end. */
  readonly isFollowing: boolean;
  /** What is in the command box, and what was wrong with it. */
  readonly command: string;
  readonly problem: string;
}

export const INITIAL_UI: Ui = {
  pane: "sessions",
  tab: undefined,
  isContextAsked: false,
  table: INITIAL_TABLE,
  isFollowing: true,
  command: "/",
  problem: "",
};

import { CommandBox } from "./command-box.tsx";
import type { Controller } from "./controller.ts";
import { EventList } from "./event-list.tsx";
import { Panel } from "./panel.tsx";
import { SessionList } from "./session-list.tsx";
import { Status } from "./status.tsx";
import { addressOf } from "./token.ts";
import type { Pane } from "./ui.ts";

const PANES: readonly (readonly [Pane, string])[] = [
  ["sessions", "Sessions"],
  ["events", "Events"],
  ["panel", "Context"],
];

/** The page. It has no state of its own: it is drawn anew from the controller's after each change. */
export function App({ controller }: { readonly controller: Controller }) {
  const { state, ui, setUi } = controller;
  const { open } = state;
  const go = (pane: Pane): undefined => {
    setUi({ pane });
    requestAnimationFrame(() => document.getElementById(pane)?.focus());
  };
  const commands = {
    context: () => {
      if (open === undefined) return "Open a session first: /sessions goes to the list.";
      setUi({ isContextAsked: true, tab: "context" });
      controller.wantReport();
      return go("panel");
    },
    events: () => go("events"),
    sessions: () => go("sessions"),
  };
  return (
    <div class="page" data-pane={ui.pane}>
      {PANES.slice(1).map(([pane, label]) => (
        <button key={pane} type="button" class="skip" onClick={() => go(pane)}>
          Skip to: {label}
        </button>
      ))}
      <header>
        <h1>Alisio</h1>
        <Status state={state} onRetry={controller.retry} />
        <CommandBox commands={commands} ui={ui} setUi={setUi} />
      </header>
      <nav class="panes" aria-label="Views">
        {PANES.map(([pane, label]) => (
          <button
            key={pane}
            type="button"
            aria-current={ui.pane === pane ? "page" : undefined}
            onClick={() => setUi({ pane })}
          >
            {label}
          </button>
        ))}
      </nav>
      <main>
        <SessionList
          state={state}
          onEverywhere={controller.listEverywhere}
          onOpen={(id) => {
            location.hash = addressOf(id);
            setUi({ pane: "events" });
          }}
        />
        <EventList key={`events ${open?.id}`} view={open} ui={ui} setUi={setUi} />
        <Panel
          key={`panel ${open?.id}`}
          view={open}
          entry={state.sessions.find(({ id }) => id === open?.id)}
          ui={ui}
          setUi={setUi}
        />
      </main>
    </div>
  );
}

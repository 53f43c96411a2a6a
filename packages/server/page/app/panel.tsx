import type { SessionEntry } from "../../src/types.ts";
import { Facts } from "../view/facts.tsx";
import { Outside } from "../view/outside.tsx";
import { ReportView } from "../view/report-view.tsx";
import { grouped, percent } from "../view/words.ts";
import { moveFocus } from "./move-focus.ts";
import { shortTime } from "./session-list.tsx";
import type { SessionView } from "./session-watch.ts";
import type { Ui } from "./ui.ts";

type SetUi = (next: Partial<Ui>) => void;

/** The right panel: what is known of the session, and the Context tab once there is one. */
export function Panel(props: {
  readonly view: SessionView | undefined;
  readonly entry: SessionEntry | undefined;
  readonly ui: Ui;
  readonly setUi: SetUi;
}) {
  const { view, ui, setUi } = props;
  const hasContext = view !== undefined && (view.isGoverned || ui.isContextAsked);
  const tab = hasContext ? (ui.tab ?? "context") : "session";
  const tabs = [
    ["session", "Session"] as const,
    ...(hasContext ? [["context", "Context"] as const] : []),
  ];
  return (
    <section class="pane panel" id="panel" tabIndex={-1} aria-label="About the session">
      <div role="tablist" class="tabs" aria-label="About the session" onKeyDown={moveFocus}>
        {tabs.map(([name, label]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={tab === name}
            aria-controls="tabpanel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setUi({ tab: name })}
            onFocus={() => setUi({ tab: name })}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        class="scroll"
        role="tabpanel"
        id="tabpanel"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-labelledby={`tab-${tab}`}
      >
        {tab === "context" && view ? (
          <Context view={view} ui={ui} setUi={setUi} />
        ) : (
          <Session {...props} />
        )}
      </div>
    </section>
  );
}

/** The report, and whether it is up to date. */
function Context(props: { readonly view: SessionView; readonly ui: Ui; readonly setUi: SetUi }) {
  const { view, ui, setUi } = props;
  const { report, isStale, requests } = view;
  return (
    <>
      <h2 class="unseen">What fills the context</h2>
      {isStale && (
        <p class="notice" role="status">
          The report can't be read now{report && ": this may be out of date"}
        </p>
      )}
      {report === undefined && !isStale && <p class="quiet">Reading the report</p>}
      {report && (
        <ReportView
          report={report}
          requests={requests}
          table={ui.table}
          onTable={(table) => setUi({ table })}
        />
      )}
    </>
  );
}

function Session(props: {
  readonly view: SessionView | undefined;
  readonly entry: SessionEntry | undefined;
}) {
  const { view, entry } = props;
  if (view === undefined) {
    return (
      <>
        <h2>No session is open</h2>
        <p class="quiet">Choose one of the list.</p>
      </>
    );
  }
  return (
    <>
      <h2>
        <Outside text={entry?.title || view.id} />
      </h2>
      {view.estimate && <Estimate estimate={view.estimate} />}
      <Facts
        isWide
        facts={[
          ["Session", <Outside key={0} text={view.id} />],
          entry !== undefined && ["Agent", <Outside key={0} text={entry.agent} />],
          entry?.directory != null && ["Directory", <Outside key={0} text={entry.directory} />],
          entry !== undefined && ["Changed", shortTime(entry.modifiedAt)],
          entry !== undefined && ["Bytes", entry.bytes],
        ]}
      />
      <p class="quiet">The Context tab comes with the first governed request, or by /context</p>
    </>
  );
}

/** The context bar: the whole history against the window. */
function Estimate({ estimate }: { readonly estimate: NonNullable<SessionView["estimate"]> }) {
  const { tokens, window, compactAt, messages, compactions } = estimate;
  const share = window === null ? "" : `, ${percent(tokens, window)} of ${grouped(window)}`;
  const text = `${grouped(tokens)} tokens in the history${share}`;
  return (
    <section aria-label="Context bar">
      <p>{text}</p>
      <Facts
        facts={[
          ["Messages", messages],
          ["Compactions", compactions],
          ["Compacts at", compactAt],
        ]}
      />
    </section>
  );
}

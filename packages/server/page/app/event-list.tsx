import type { AgentEventEnvelope } from "@alisio/agent";
import { grouped, neutral } from "../view/words.ts";
import { eventWords } from "./event-words.ts";
import type { SessionView } from "./session-watch.ts";
import type { Ui } from "./ui.ts";

/** So near to the end counts as there: the list follows what comes. */
const NEAR_END_PX = 40;

/** What happens in the session, the newest last. It follows until somebody scrolls up. */
export function EventList(props: {
  readonly view: SessionView | undefined;
  readonly ui: Ui;
  readonly setUi: (next: Partial<Ui>) => void;
}) {
  const { view, ui, setUi } = props;
  const events = view?.events ?? [];
  return (
    <section class="pane events" id="events" tabIndex={-1} aria-label="Events">
      <h2>Events</h2>
      <section
        class="scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="Event stream"
        // Called after every drawing, with its events in place.
        ref={(box) => {
          if (box && ui.isFollowing) box.scrollTop = box.scrollHeight;
        }}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          const isFollowing = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
          if (isFollowing !== ui.isFollowing) setUi({ isFollowing });
        }}
      >
        {events.length === 0 && <p class="quiet">{emptyText(view)}</p>}
        {view !== undefined && view.earlier > 0 && (
          <p class="quiet">{grouped(view.earlier)} earlier ones are not shown.</p>
        )}
        <ol>
          {events.map((envelope) => (
            <Item key={envelope.id} envelope={envelope} />
          ))}
        </ol>
      </section>
      {!ui.isFollowing && (
        <button type="button" class="jump" onClick={() => setUi({ isFollowing: true })}>
          ↓ Latest
        </button>
      )}
    </section>
  );
}

function emptyText(view: SessionView | undefined): string {
  if (view === undefined) return "No session is open.";
  return view.link.kind === "none"
    ? "Another agent's session has no events; /context shows what fills it."
    : "No events yet.";
}

function Item({ envelope }: { readonly envelope: AgentEventEnvelope }) {
  const { sign, title, text } = eventWords(envelope.event);
  return (
    <li class={`event e-${title.split(" ")[0]}`}>
      <time dateTime={envelope.at}>{new Date(envelope.at).toLocaleTimeString()}</time>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      <span class="what">
        <b>{title}</b>
        {envelope.run !== undefined && <small> subagent {neutral(envelope.run.slice(0, 8))}</small>}
        {text !== "" && <bdi class="text">{text}</bdi>}
      </span>
    </li>
  );
}

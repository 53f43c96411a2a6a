import type { SessionEntry } from "../../src/types.ts";
import { Outside } from "../view/outside.tsx";
import { grouped } from "../view/words.ts";
import type { PageState } from "./controller.ts";
import { moveFocus } from "./move-focus.ts";

/** The sessions, newest first. Arrow keys move within it: one stop of the tab key. */
export function SessionList(props: {
  readonly state: PageState;
  readonly onOpen: (id: string) => void;
  readonly onEverywhere: (isEverywhere: boolean) => void;
}) {
  const { sessions, more, open, access, isEverywhere } = props.state;
  const stop = Math.max(
    0,
    sessions.findIndex(({ id }) => id === open?.id),
  );
  return (
    <nav class="pane sessions" id="sessions" tabIndex={-1} aria-label="Sessions">
      <h2>Sessions</h2>
      <label class="box">
        <input
          type="checkbox"
          checked={isEverywhere}
          onChange={(event) => props.onEverywhere(event.currentTarget.checked)}
        />{" "}
        Of every directory
      </label>
      {sessions.length === 0 && access === "granted" && (
        <p class="quiet">No sessions here yet: alisio run "..." makes one.</p>
      )}
      <ul onKeyDown={moveFocus}>
        {sessions.map((session, index) => (
          <li key={session.id}>
            <button
              type="button"
              tabIndex={index === stop ? 0 : -1}
              aria-current={session.id === open?.id ? "true" : undefined}
              onClick={() => props.onOpen(session.id)}
            >
              <Entry session={session} />
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="quiet">{grouped(more)} older ones are not listed.</p>}
    </nav>
  );
}

function Entry({ session }: { readonly session: SessionEntry }) {
  const { title, id, agent, directory, modifiedAt } = session;
  return (
    <>
      <span class="title">
        <Outside text={title || id} />
      </span>
      <small>
        <Outside text={agent} /> <time dateTime={modifiedAt}>{shortTime(modifiedAt)}</time>
        {directory !== null && (
          <>
            {" "}
            <Outside text={directory} />
          </>
        )}
      </small>
    </>
  );
}

/** Date and time as the reader's own system writes them. */
export function shortTime(iso: string): string {
  return new Date(iso).toLocaleString();
}

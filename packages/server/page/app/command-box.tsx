import type { Ui } from "./ui.ts";

/** What a command does; the text that it gives back says why it did nothing. */
type Commands = Readonly<Record<string, () => string | undefined>>;

const HELP: Readonly<Record<string, string>> = {
  context: "what fills the context",
  events: "what happens",
  sessions: "choose another",
};

const dialog = () => document.querySelector("dialog");

/** Opens the box, or does nothing when it is open. */
export function openCommandBox(setUi: (next: Partial<Ui>) => void): void {
  setUi({ command: "/", problem: "" });
  if (dialog()?.open === false) dialog()?.showModal();
}

/** `/` opens the command box, wherever one isn't typing. */
export function isCommandKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping =
    target instanceof HTMLElement && target.matches("input:not([type=checkbox]), select");
  return key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping;
}

/** The command box. */
export function CommandBox(props: {
  readonly commands: Commands;
  readonly ui: Ui;
  readonly setUi: (next: Partial<Ui>) => void;
}) {
  const { commands, ui, setUi } = props;
  const run = (name: string) => {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    // Closed first: what a command focuses must not be given back to the opener.
    dialog()?.close();
    const problem = command ? command() : `There is no command /${name}.`;
    if (problem !== undefined) {
      dialog()?.showModal();
      setUi({ problem });
    }
  };
  return (
    <>
      <button
        type="button"
        class="opener"
        aria-keyshortcuts="/"
        onClick={() => openCommandBox(setUi)}
      >
        Command <kbd>/</kbd>
      </button>
      <dialog aria-label="Command box">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            run(ui.command.trim().replace(/^\//, ""));
          }}
        >
          <label>
            <span class="unseen">Command</span>
            <input
              name="command"
              autocomplete="off"
              spellcheck={false}
              value={ui.command}
              aria-describedby="command-problem"
              onInput={(event) => setUi({ command: event.currentTarget.value })}
            />
          </label>
        </form>
        <p id="command-problem" role="status">
          {ui.problem}
        </p>
        <ul>
          {Object.entries(HELP).map(([name, what]) => (
            <li key={name}>
              <button type="button" onClick={() => run(name)}>
                <b>/{name}</b> {what}
              </button>
            </li>
          ))}
        </ul>
      </dialog>
    </>
  );
}

import { createProjector, type Message, type ToolProfile } from "@alisio/governor";

// What this agent's own tools mean: `view` shows a file, `save` writes one.
const profile: ToolProfile = ({ name, args }, { text }) => {
  const { path } = args as { readonly path: string };
  if (name === "view" && text !== null) return [{ kind: "read", path, compareText: text }];
  return name === "save" ? [{ kind: "change", path }] : [];
};

const projector = createProjector({ mode: "on", profile });

/** Called with what is new since the last request; gives the messages to send. */
export function nextRequest(newMessages: readonly Message[]): readonly Message[] {
  projector.push(newMessages);
  return projector.view().messages;
}

import type { Provider } from "./start-server.ts";

interface Called {
  readonly id?: string;
  readonly name: string;
  readonly args?: unknown;
  readonly response?: unknown;
}

interface Part {
  readonly functionCall?: Called;
  readonly functionResponse?: Called;
  readonly thoughtSignature?: string;
}

interface Body {
  readonly contents: readonly { readonly role?: string; readonly parts: readonly Part[] }[];
}

/**
 * Gemini: a turn with calls comes after a turn of the user's or of responses, and is followed by one
 * that holds as many responses, of the same names and ids; a response and arguments are objects; the
 * first call of a turn keeps its signature; no turn is empty.
 */
export const GEMINI: Provider = {
  faultsIn,
  answer: {
    candidates: [
      { content: { role: "model", parts: [{ text: "fine" }] }, finishReason: "STOP", index: 0 },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  },
};

function faultsIn({ contents }: Body): readonly string[] {
  const faults: string[] = [];
  let open: readonly Called[] = [];
  contents.forEach(({ role, parts }, at) => {
    const fault = (text: string): number => faults.push(`contents.${at}: ${text}`);
    const calls = parts.flatMap(({ functionCall: call }) => (call ? [call] : []));
    const responses = parts.flatMap(({ functionResponse: one }) => (one ? [one] : []));
    if (role !== "user" && role !== "model") fault(`role ${role}`);
    if (parts.length === 0) fault("empty");
    if (calls.length > 0 && (role !== "model" || contents[at - 1]?.role !== "user")) {
      fault("calls must come after a turn of the user's");
    }
    const [first] = parts.filter(({ functionCall: call }) => call);
    if (first && !first.thoughtSignature) fault("the first call has no signature");
    for (const { args } of calls) if (!isStruct(args ?? {})) fault("arguments");
    if (responses.length !== open.length) fault(`${responses.length} responses`);
    responses.forEach((response, index) => {
      const { id, name } = response;
      const match = open.some((call) => call.name === name && (id === undefined || call.id === id));
      if (!match) fault(`no call of ${id ?? name}`);
      if (id === undefined && open[index]?.name !== name) fault("another order of responses");
      if (!isStruct(response.response)) fault("a response that is no object");
    });
    open = calls;
  });
  if (open.length > 0) faults.push(`no response of ${open.map(({ name }) => name).join()}`);
  return faults;
}

function isStruct(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

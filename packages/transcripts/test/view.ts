import type { Message } from "@alisio/governor/message";
import type { TranscriptSession, TranscriptStream } from "../src/index.ts";

/** A session as fixtures state it: short enough to be checked by eye. */
export interface SessionView {
  readonly session: string;
  readonly streams: readonly StreamView[];
  readonly diagnostics: readonly string[];
}

interface StreamView {
  readonly stream: string;
  readonly history: readonly string[];
  readonly compactions?: readonly string[];
  readonly agentElisions?: readonly string[];
  readonly usage?: readonly string[];
}

export function viewOf(session: TranscriptSession): SessionView {
  const { agent, format, sessionId, cwd, title, models, agentVersion } = session;
  const times = [session.startedAtMs, session.endedAtMs].map((time) =>
    time === undefined ? "?" : new Date(time).toISOString(),
  );
  return {
    session: [
      agent,
      format,
      sessionId,
      cwd,
      title,
      agentVersion,
      models.join("+"),
      times.join(".."),
    ]
      .map((field) => field ?? "-")
      .join(" | "),
    streams: session.streams.map(streamView),
    diagnostics: session.diagnostics.map(
      ({ code, severity, line }) => `${severity} ${code}${line === null ? "" : `@${line}`}`,
    ),
  };
}

function streamView(stream: TranscriptStream): StreamView {
  const started =
    stream.startedBy === undefined
      ? ""
      : ` by ${stream.startedBy.streamId}:${stream.startedBy.callId}`;
  const history = stream.history.map((message, index) => {
    const origin = stream.origins[index];
    const marks = [
      origin?.isInjected === true ? " injected" : "",
      origin?.nonTextParts === undefined ? "" : ` +${origin.nonTextParts} other`,
    ].join("");
    const where =
      origin?.index === undefined ? `${origin?.line}` : `${origin.line}/${origin.index}`;
    return `${where}${marks} ${messageView(message)}`;
  });
  return {
    stream: `${stream.kind} ${stream.id}${started}`,
    history,
    ...(stream.compactions.length === 0
      ? {}
      : {
          compactions: stream.compactions.map(
            (place) =>
              `@${place.position}+${place.added} [${place.context.join(",")}] ${place.trigger ?? "-"} ${place.tokensBefore ?? "-"} line ${place.origin.line}`,
          ),
        }),
    ...(stream.agentElisions.length === 0
      ? {}
      : {
          agentElisions: stream.agentElisions.map(
            ({ callId, position, origin }) => `${callId}@${position} line ${origin.line}`,
          ),
        }),
    ...(stream.usage.length === 0
      ? {}
      : {
          usage: stream.usage.map(
            (use) =>
              `@${use.position} ${use.model ?? "-"} in ${use.inputTokens ?? "-"} read ${use.cacheReadTokens ?? "-"} write ${use.cacheWriteTokens ?? "-"} out ${use.outputTokens ?? "-"}`,
          ),
        }),
  };
}

function messageView(message: Message): string {
  switch (message.role) {
    case "system":
      return `system: ${message.text}`;
    case "user":
      return `${message.kind ?? "user"}: ${message.text}`;
    case "assistant": {
      const calls = (message.calls ?? []).map(
        ({ id, name, args }) => ` [${id} ${name} ${JSON.stringify(args)}]`,
      );
      return `assistant: ${message.text}${calls.join("")}`;
    }
    case "tool": {
      const content =
        typeof message.content === "string" ? message.content : JSON.stringify(message.content);
      return `tool ${message.callId}${message.isError === true ? " error" : ""}: ${content}`;
    }
  }
}

import type { AgentEvent, AgentEventEnvelope } from "@alisio/agent";
import type { CommandContext } from "../globals.ts";
import { neutral, neutralLines, printableJsonLine } from "../output/neutral.ts";
import { startProgress } from "../output/progress.ts";

/** Shows events as they come: JSON lines, or the model's text with a line for each thing done. */
export interface EventPrinter {
  readonly print: (envelope: AgentEventEnvelope) => void;
  /** After the last one. */
  end(): void;
}

/** What `--json` asks for, or what a person reads. */
export function createEventPrinter(context: CommandContext, transient: boolean): EventPrinter {
  return context.json ? jsonPrinter(context, transient) : textPrinter(context);
}

/** What arrives again, whole, with a later event. */
const TRANSIENT: ReadonlySet<AgentEvent["type"]> = new Set(["text.delta", "tool.output"]);

function jsonPrinter({ io }: CommandContext, transient: boolean): EventPrinter {
  return {
    print: (envelope) => {
      if (!transient && TRANSIENT.has(envelope.event.type)) return;
      io.stdout(`${printableJsonLine(envelope)}\n`);
    },
    end: () => {},
  };
}

/**
 * The model's text is shown once it is complete: an attempt that failed half-way leaves nothing on
 * standard output.
 */
function textPrinter({ io, style }: CommandContext): EventPrinter {
  let progress = startProgress(io, "characters answered");
  let received = 0;
  const tools = new Map<string, string>();
  const returned = new Set<string>();
  const restart = (): void => {
    progress.end();
    progress = startProgress(io, "characters answered");
    received = 0;
  };
  return {
    print: ({ event, run }) => {
      if (event.type === "text.delta") {
        received += event.text.length;
        progress.report(received);
        return;
      }
      const indent = run === undefined ? "" : "  ";
      if (event.type === "assistant.message") {
        restart();
        for (const { callId, tool } of event.calls) tools.set(callId, tool);
        if (event.text.trim() === "") return;
        if (run === undefined) io.stdout(`${neutralLines(event.text.trimEnd())}\n`);
        return;
      }
      if (event.type === "instructions.attached" && event.returned) returned.add(event.callId);
      // That it came back was said already, with the reason.
      if (event.type === "tool.finished" && returned.delete(event.callId)) return;
      const line = describe(event, tools);
      if (line !== undefined) {
        restart();
        io.stderr(`${style.dim(`${indent}${line}`)}\n`);
      }
    },
    end: () => progress.end(),
  };
}

/** UTF-16 units of a path, a command or an error in a line: what fits beside the tool's name. */
const MAX_SHOWN_LENGTH = 76;

function shortened(text: string): string {
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 3)}...` : text;
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** One line for a person, or nothing where there is nothing to tell. */
function describe(event: AgentEvent, tools: ReadonlyMap<string, string>): string | undefined {
  switch (event.type) {
    case "tool.started":
      return `  ${neutral(event.tool)} ${neutral(shortened(event.preview))}`.trimEnd();
    case "tool.finished":
      return event.isError
        ? `  ${neutral(event.tool)} failed: ${neutral(shortened(event.preview ?? ""))}`
        : undefined;
    case "instructions.attached": {
      const paths = event.paths.map(neutral).join(", ");
      const tool = neutral(tools.get(event.callId) ?? "a call");
      return event.returned
        ? `  ${tool} handed back to the model, with the instructions of ${paths}`
        : `  instructions of ${paths}, with ${tool}`;
    }
    case "context_governed": {
      const count = event.newlyElided.length + event.newlyElidedOmitted;
      if (count === 0) return undefined;
      const verb = event.mode === "on" ? "elided" : "would be elided";
      const saved = event.tokensBefore - event.tokensAfter;
      const reasons = Object.entries(event.elidedByReason)
        .filter(([, elided]) => elided > 0)
        .map(([reason, elided]) => `${reason} ${elided}`);
      return `  governor: ${plural(count, "more result")} ${verb}, ${event.elided} in all (${reasons.join(", ")}); ~${saved} of ~${event.tokensBefore} tokens saved`;
    }
    case "context_reduced":
      return `  ${plural(event.results, "result")} cut to fit the window; ~${event.tokensSaved} tokens saved`;
    case "context.compacted":
      return `  compacted: ~${event.tokensBefore} to ~${event.tokensAfter} tokens, ${plural(event.quotesAdded, "rule")} of the user kept word for word`;
    case "model.failed": {
      const then =
        event.retryInMs === undefined ? "" : `, again in ${(event.retryInMs / 1000).toFixed(1)} s`;
      return `  request failed${then}: ${neutral(event.problem.message)}`;
    }
    case "skill.loaded":
      return `  skill ${neutral(event.name)} loaded (${event.bytes} bytes)`;
    case "task.finished":
      return `  subagent ${event.end}`;
    case "background.exited":
      return `  background ${neutral(event.id)} exited with ${event.exitCode ?? "a signal"}`;
    case "notice":
      return `  ${neutral(event.problem.message)}`;
    default:
      return undefined;
  }
}

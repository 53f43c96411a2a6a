import { createProjector, type GovernorSettings, type Message } from "@alisio/governor";
import { createEventBuilder } from "@alisio/governor/events";
import { createUsageLedger, formatUsage } from "@alisio/governor/usage";

const settings: GovernorSettings = { mode: "on", minAgeTurns: 2, epochMessages: 32 };
const projector = createProjector(settings);
const ledger = createUsageLedger(settings);
const events = createEventBuilder(settings);

/** One request: what to send, what to log, and what to show. */
export function request(newMessages: readonly Message[]) {
  projector.push(newMessages);
  const view = projector.view();
  ledger.record(view);
  const usage = ledger.summary();
  const event = events.build(view, usage);
  return { messages: view.messages, event, lines: usage.tools.map(formatUsage) };
}

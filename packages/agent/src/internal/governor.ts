import {
  type ContextGovernedEvent,
  createProjector,
  type GovernorSettings,
  type Projection,
  type Projector,
} from "@alisio/governor";
import { createEventBuilder, type EventBuilder } from "@alisio/governor/events";
import type { Message } from "@alisio/governor/message";
import { createUsageLedger, type UsageLedger } from "@alisio/governor/usage";
import type { GovernanceSettings } from "../types-runner.ts";
import type { Conversation } from "./conversation.ts";

/** The governor's own part of the settings. */
export function policyOf(settings: GovernanceSettings): GovernorSettings {
  const { mode, minAgeTurns, epochMessages, policyVersion } = settings;
  return { mode, minAgeTurns, epochMessages, policyVersion };
}

/** One request, governed. */
export interface Governed {
  /** What is sent; an array of its own. */
  readonly messages: readonly Message[];
  /** `undefined` in `off`. */
  readonly event: ContextGovernedEvent | undefined;
}

/** Governs the requests of one conversation: each costs as much as what is new in it. */
export class Governor {
  readonly ledger: UsageLedger;
  readonly #policy: GovernorSettings;
  readonly #events: EventBuilder;
  #projector: Projector;
  #pushed = 0;
  #revision = 0;

  constructor(settings: GovernanceSettings) {
    this.#policy = policyOf(settings);
    this.#projector = createProjector(this.#policy);
    this.#events = createEventBuilder(this.#policy);
    this.ledger = createUsageLedger(this.#policy);
  }

  /**
   * @param request - number of the request within its run
   */
  govern(conversation: Conversation, request: number): Governed {
    if (this.#policy.mode === "off") {
      return { messages: conversation.history.slice(), event: undefined };
    }
    const projection = this.#project(conversation);
    this.ledger.record(projection);
    const event = this.#events.build(projection, this.ledger.summary());
    return {
      messages: projection.messages.slice(),
      // The builder counts from its own making, and runs begin and governors change in between.
      event: event && { ...event, request },
    };
  }

  #project({ entries, revision }: Conversation): Projection {
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.#projector = createProjector(this.#policy);
      this.#pushed = 0;
      this.ledger.restart();
    }
    this.#projector.push(entries.slice(this.#pushed).map(({ message }) => message));
    this.#pushed = entries.length;
    return this.#projector.view();
  }
}

/** The governor of one conversation: another one as soon as the settings are others. */
export function governorOf(governance: () => GovernanceSettings): () => Governor {
  let settings = governance();
  let governor = new Governor(settings);
  return () => {
    if (settings !== governance()) {
      settings = governance();
      governor = new Governor(settings);
    }
    return governor;
  };
}

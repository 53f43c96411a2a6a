import type { MessageOrigin } from "../../types.ts";
import { Conversation } from "./conversation.ts";
import { keyOf, type RequestContent } from "./items.ts";

/** A conversation is looked for among so many that begin alike, the newest first. */
const MAX_CANDIDATES = 8;

/** Sorts the requests of a log into conversations. */
export class Conversations {
  readonly all: Conversation[] = [];
  /** By the text that a conversation begins with. */
  readonly #byStart = new Map<string, Conversation[]>();
  /** By the calls that a conversation has results of. */
  readonly #byCall = new Map<string, Conversation>();

  /** Takes in a request, and says which conversation it belongs to. */
  add(content: RequestContent, at: MessageOrigin): Conversation {
    const conversation = this.#find(content) ?? this.#open(content);
    conversation.add(content.items, at);
    if (content.instructions !== undefined) {
      const known = conversation.instructions;
      if (known?.text !== content.instructions) {
        conversation.instructions = { text: content.instructions, at };
      }
    }
    for (const { item } of content.items) {
      if (item.kind === "result") this.#byCall.set(item.callId, conversation);
    }
    return conversation;
  }

  #find({ items, instructions }: RequestContent): Conversation | undefined {
    const byCalls = this.#byCalls(items);
    if (byCalls !== undefined) return byCalls;
    const alike = (this.#byStart.get(startOf(items)) ?? []).slice(-MAX_CANDIDATES).reverse();
    let best: Conversation | undefined;
    for (const one of alike) {
      if (!mayContinue(one, items, instructions)) continue;
      if (best === undefined || one.sharedLength(items) > best.sharedLength(items)) best = one;
    }
    return best;
  }

  /** Calls tell conversations apart, whatever became of what was before them. */
  #byCalls(items: RequestContent["items"]): Conversation | undefined {
    for (const { item } of items.toReversed()) {
      if (item.kind !== "result") continue;
      const conversation = this.#byCall.get(item.callId);
      if (conversation !== undefined && conversation.continuation(items) !== "differs") {
        return conversation;
      }
    }
    return undefined;
  }

  #open({ items }: RequestContent): Conversation {
    const made = new Conversation();
    this.all.push(made);
    const start = startOf(items);
    const list = this.#byStart.get(start);
    if (list) list.push(made);
    else this.#byStart.set(start, [made]);
    return made;
  }
}

/**
 * Helper requests begin with the user's text like the conversation that they help with, and have
 * instructions of their own. New instructions alone don't end a conversation that goes on.
 */
function mayContinue(
  conversation: Conversation,
  items: RequestContent["items"],
  instructions: string | undefined,
): boolean {
  const continuation = conversation.continuation(items);
  if (conversation.instructions?.text === instructions) return continuation !== "differs";
  return continuation === "extends" && conversation.sharedLength(items) > 1;
}

function startOf(items: RequestContent["items"]): string {
  const first = items[0];
  return first === undefined ? "" : keyOf(first.item);
}

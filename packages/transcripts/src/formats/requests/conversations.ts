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
    const alike = this.#byStart.get(startOf(items)) ?? [];
    const same = alike.filter((conversation) => conversation.instructions?.text === instructions);
    const byLength = (candidates: readonly Conversation[]): Conversation | undefined => {
      let best: Conversation | undefined;
      for (const one of candidates.slice(-MAX_CANDIDATES).reverse()) {
        if (one.continuation(items) === "differs") continue;
        if (best === undefined || one.sharedLength(items) > best.sharedLength(items)) best = one;
      }
      return best;
    };
    return this.#byCalls(items) ?? byLength(same);
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

function startOf(items: RequestContent["items"]): string {
  const first = items[0];
  return first === undefined ? "" : keyOf(first.item);
}

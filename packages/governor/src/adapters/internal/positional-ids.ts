/**
 * Ids for calls that have none: where a call stands. Results without an id answer the calls of the
 * last response in order, each the first one of its name that has no answer yet.
 */
export class PositionalIds {
  readonly #givenIds: () => readonly unknown[];
  #given: Set<unknown> | undefined;
  /** The ids of calls by name, and how many of them are known to be answered. */
  #asked = new Map<string | undefined, { readonly ids: string[]; from: number }>();
  #answered = new Set<string>();

  /** @param givenIds - All ids that the request itself has, which no other may look like. */
  constructor(givenIds: () => readonly unknown[]) {
    this.#givenIds = givenIds;
  }

  /** The calls before can no longer be answered without an id. */
  startResponse(): void {
    this.#asked = new Map();
    this.#answered = new Set();
  }

  /** A call of a tool. Returns its id, or one made of its position if it has none. */
  ask(name: string, position: string, given?: string): string {
    let id = given ?? position;
    if (given === undefined) {
      this.#given ??= new Set(this.#givenIds());
      while (this.#given.has(id)) id += "'";
    }
    const asked = this.#asked.get(name);
    if (asked) asked.ids.push(id);
    else this.#asked.set(name, { ids: [id], from: 0 });
    return id;
  }

  /** A result without an id: that of the call which it answers. */
  answered(name: string | undefined): string | undefined {
    const asked = this.#asked.get(name);
    for (; asked && asked.from < asked.ids.length; asked.from += 1) {
      const id = asked.ids[asked.from] as string;
      if (this.#answered.has(id)) continue;
      this.#answered.add(id);
      return id;
    }
    return undefined;
  }

  /** A result that names its call. */
  answeredById(id: string): void {
    this.#answered.add(id);
  }
}

/**
 * Ids for calls that have none: where a call stands. Results without an id answer the calls of the
 * last response in order, each the first one of its name that has no answer yet.
 */
export class PositionalIds {
  readonly #givenIds: () => readonly unknown[];
  #given: Set<unknown> | undefined;
  #open: { readonly name: string; readonly id: string }[] = [];

  /** @param givenIds - All ids that the request itself has, which no other may look like. */
  constructor(givenIds: () => readonly unknown[]) {
    this.#givenIds = givenIds;
  }

  /** The calls before can no longer be answered without an id. */
  startResponse(): void {
    this.#open = [];
  }

  /** A call of a tool. Returns its id, or one made of its position if it has none. */
  ask(name: string, position: string, given?: string): string {
    let id = given ?? position;
    if (given === undefined) {
      this.#given ??= new Set(this.#givenIds());
      while (this.#given.has(id)) id += "'";
    }
    this.#open.push({ name, id });
    return id;
  }

  /** A result without an id: that of the call which it answers. */
  answered(name: string | undefined): string | undefined {
    const index = this.#open.findIndex((call) => call.name === name);
    return index === -1 ? undefined : this.#open.splice(index, 1)[0]?.id;
  }

  /** A result that names its call. */
  answeredById(id: string): void {
    const index = this.#open.findIndex((call) => call.id === id);
    if (index !== -1) this.#open.splice(index, 1);
  }
}

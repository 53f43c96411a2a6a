/** A result that the model saw whole. */
export interface SeenResult {
  readonly tool: string;
  /** Position of its message among all that were recorded. */
  readonly position: number;
  isUsed: boolean;
}

type ByPath = Map<string, SeenResult[]>;

/**
 * Which results gave which path to the model. A result leaves a list once it was marked, so that a
 * path that is named again and again costs nothing more.
 */
export class SeenPaths {
  readonly #unusedReads: ByPath = new Map();
  readonly #unrepeatedReads: ByPath = new Map();
  readonly #unusedOthers: ByPath = new Map();

  addRead(path: string, result: SeenResult): void {
    push(this.#unusedReads, path, result);
    push(this.#unrepeatedReads, path, result);
  }

  addOther(path: string, result: SeenResult): void {
    push(this.#unusedOthers, path, result);
  }

  /** Results that a later call uses by naming a path. Another read of a file doesn't use a read. */
  takeUsed(path: string, before: number, isRead: boolean): SeenResult[] {
    const others = take(this.#unusedOthers, path, before);
    return isRead ? others : [...others, ...take(this.#unusedReads, path, before)];
  }

  /** Reads of a path that is read again. */
  takeRepeated(path: string, before: number): SeenResult[] {
    return take(this.#unrepeatedReads, path, before);
  }
}

function push(map: ByPath, path: string, result: SeenResult): void {
  const results = map.get(path);
  if (results) results.push(result);
  else map.set(path, [result]);
}

/** Takes off those that came before a position: results are in order. */
function take(map: ByPath, path: string, before: number): SeenResult[] {
  const results = map.get(path);
  if (!results) return [];
  let count = 0;
  while (count < results.length && (results[count] as SeenResult).position < before) count += 1;
  return results.splice(0, count);
}

import type { TranscriptDiagnostic, TranscriptDiagnosticCode } from "../types.ts";

/** More are counted, not kept: a file of nothing but garbage must not fill the memory. */
const MAX_DIAGNOSTICS = 10_000;

/** Collects diagnostics of one source, in bounded memory. */
export class Diagnostics {
  readonly #path: string | undefined;
  readonly #kept: TranscriptDiagnostic[] = [];
  #left = 0;

  constructor(path?: string) {
    this.#path = path;
  }

  add(
    code: TranscriptDiagnosticCode,
    severity: TranscriptDiagnostic["severity"],
    line: number | undefined,
    message: string,
    column?: number,
  ): void {
    if (this.#kept.length >= MAX_DIAGNOSTICS) {
      this.#left += 1;
      return;
    }
    this.#kept.push({
      code,
      severity,
      path: this.#path ?? null,
      line: line ?? null,
      column: column ?? null,
      message,
    });
  }

  /** All of them by line; those about no line come last. */
  list(): readonly TranscriptDiagnostic[] {
    const sorted = this.#kept
      .map((diagnostic, order) => ({ diagnostic, order }))
      .sort((a, b) => lineOf(a.diagnostic) - lineOf(b.diagnostic) || a.order - b.order)
      .map(({ diagnostic }) => diagnostic);
    if (this.#left === 0) return sorted;
    const message = `${this.#left} more were found and are not listed; the file is damaged throughout.`;
    return [
      ...sorted,
      {
        code: "session.too-many-diagnostics",
        severity: "error",
        path: this.#path ?? null,
        line: null,
        column: null,
        message,
      },
    ];
  }
}

function lineOf(diagnostic: TranscriptDiagnostic): number {
  return diagnostic.line ?? Number.MAX_SAFE_INTEGER;
}

/** A record type as a file names it, if it is harmless to show; else `?`. */
export function shownType(type: unknown): string {
  return typeof type === "string" && /^[A-Za-z][A-Za-z0-9_.:/-]{0,39}$/.test(type) ? type : "?";
}

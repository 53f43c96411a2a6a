/** Scripts without blanks between words; their text is searched by pairs of letters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

const WORDS = /[\p{L}\p{N}\p{M}ー]+/gu;

/** Longer words are none; what is beyond isn't looked at. */
const MAX_WORD = 64;

/** The terms under which a text is found. */
export function indexTerms(text: string): string[] {
  return termsOf(text, true);
}

/** The terms that a query asks for. */
export function queryTerms(text: string): string[] {
  return termsOf(text, false);
}

/**
 * Words are parted at everything that is no letter, mark or digit, so also at hyphens; `camelCase`
 * gives its parts too. Runs of unspaced scripts give overlapping pairs, in the index each letter
 * as well, so that a query of one letter finds something.
 */
function termsOf(text: string, isIndex: boolean): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize("NFKC").matchAll(WORDS)) {
    addRuns(terms, fold(word), isIndex);
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
    if (parts.length > 1) for (const part of parts) addRuns(terms, fold(part), isIndex);
  }
  return terms;
}

/** Case makes no difference, and accents of European letters none. */
function fold(word: string): string {
  return word
    .slice(0, MAX_WORD)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase();
}

function addRuns(terms: string[], word: string, isIndex: boolean): void {
  let run: string[] = [];
  let isUnspaced = false;
  for (const char of word) {
    if (UNSPACED.test(char) !== isUnspaced) {
      addRun(terms, run, isUnspaced, isIndex);
      run = [];
      isUnspaced = !isUnspaced;
    }
    run.push(char);
  }
  addRun(terms, run, isUnspaced, isIndex);
}

function addRun(terms: string[], run: string[], isUnspaced: boolean, isIndex: boolean): void {
  if (run.length === 0) return;
  if (!isUnspaced) {
    terms.push(run.join(""));
    return;
  }
  if (isIndex || run.length === 1) terms.push(...run);
  for (let index = 0; index + 1 < run.length; index += 1) {
    terms.push(`${run[index]}${run[index + 1]}`);
  }
}

/** Whether spelling errors and beginnings of a term are looked for: words of Latin letters. */
export function isWord(term: string): boolean {
  return /^[a-z0-9]+$/.test(term);
}

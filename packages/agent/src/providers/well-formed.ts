/**
 * A half of a character, which a cut by length leaves behind, stops some providers' parsers: it goes
 * out as U+FFFD.
 */
export function wellFormed(text: string): string {
  let result = "";
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(index + 1);
    if (unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) {
      index += 1;
      continue;
    }
    result += `${text.slice(start, index)}\ufffd`;
    start = index + 1;
  }
  return start === 0 ? text : result + text.slice(start);
}

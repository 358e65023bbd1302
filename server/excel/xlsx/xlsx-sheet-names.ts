const longest = 31;

/**
 * Makes the names of a workbook's sheets valid and unique: Excel allows at most 31 characters, none of `[ ] : * ? / \`,
 * no apostrophe at either end, and compares ignoring case.
 */
export class SheetNames {
  readonly #used = new Set<string>();

  /** A valid name as close to `wanted` as possible; `part` counts the sheets of one long table. */
  take(wanted: string, part = 1): string {
    const base = wanted
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/\p{Cc}/gu, '')
      .replace(/^'+|'+$/g, '')
      .trim();
    for (let number = part; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const name = `${cut(base || 'Sheet', longest - suffix.length)}${suffix}`;
      if (this.#used.has(name.toLowerCase())) continue;
      this.#used.add(name.toLowerCase());
      return name;
    }
  }
}

/** The first `length` UTF-16 units, no character cut in two. */
function cut(text: string, length: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

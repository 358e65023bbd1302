/** An escape sequence in a JSON text; a surrogate pair is matched before a single surrogate. */
const escapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[dD][89a-fA-F][\da-fA-F]{2}|\\u0000|\\./gs;

/**
 * Removes from a JSON text what no database stores: NULs are dropped and unpaired surrogates replaced. Browsers that
 * truncate text produce unpaired surrogates, and damaged workbooks contain both.
 */
export function storableJsonText(text: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return text;
  return text.replace(escapes, found =>
    found === '\\u0000' ? '' : /^\\u[dD]/.test(found) && found.length === 6 ? '\\ufffd' : found,
  );
}

/** A value as JSON that the database takes, see {@link storableJsonText}. */
export function storableJson(value: unknown): string {
  return storableJsonText(JSON.stringify(value));
}

/** A text that the database takes, as {@link storableJsonText} would leave it. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

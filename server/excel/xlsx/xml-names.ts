import { afterTag, byte, decodeText, incomplete, isSpace } from './xml.ts';

/**
 * XML names with namespaces. Programs choose prefixes freely, and mix in elements of other vocabularies:
 * `x14:workbookPr` differs from `workbookPr`, although its local name is the same.
 */

/** The two namespaces of SpreadsheetML, transitional and strict, treated as equal. */
const spreadsheetNamespaces: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
]);

/** For `AlternateContent`, with which a file offers separate content for newer readers. */
export const compatibilityNamespace = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/** Reports whether an element's namespace belongs to the vocabulary of a part whose root has the other. */
export function isSameVocabulary(namespace: string, ofRoot: string): boolean {
  return namespace === ofRoot || (spreadsheetNamespaces.has(namespace) && spreadsheetNamespaces.has(ofRoot));
}

/** A name in a tag: its prefix, `''` without one, and its local name. */
export interface QualifiedName {
  readonly prefix: string;
  readonly local: string;
}

/** Splits a name at its colon. */
export function qualifiedName(name: string): QualifiedName {
  const colon = name.indexOf(':');
  return colon === -1
    ? { prefix: '', local: name }
    : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}

/** The attributes between `start` and `end` of a tag, by their names as written. */
export function attributesOf(part: Buffer, start: number, end: number): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = start;
  for (;;) {
    while (at < end && isSpace(part[at])) at++;
    const keyStart = at;
    while (at < end && part[at] !== byte.equals) at++;
    if (at >= end) return attributes;
    const key = part.toString('utf8', keyStart, at).trim();
    at++;
    while (at < end && isSpace(part[at])) at++;
    const valueStart = at + 1;
    const valueEnd = part.indexOf(part[at]!, valueStart);
    if (valueEnd === -1 || valueEnd >= end) return attributes;
    attributes.set(key, decodeText(part, valueStart, valueEnd));
    at = valueEnd + 1;
  }
}

/** The prefixes that attributes declare, with their namespaces; undefined if there are none. */
export function declaredNamespaces(attributes: ReadonlyMap<string, string>): Map<string, string> | undefined {
  let found: Map<string, string> | undefined;
  for (const [name, value] of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    found ??= new Map();
    found.set(name.slice('xmlns:'.length), value);
  }
  return found;
}

/** Where the name of a tag ends that begins at `start`. */
function nameEnd(buffer: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && buffer[at] !== byte.greater && buffer[at] !== byte.slash && !isSpace(buffer[at])) at++;
  return at;
}

/**
 * The prefixes under which the elements of a large part belong to the vocabulary of its root, for readers that look
 * at bytes and keep no tree.
 */
export class RootPrefixes {
  /** True if elements without a prefix belong to it, as nearly everywhere. */
  plain = true;
  #others: Buffer[] = [];
  #root = '';

  /** Reads the tag of the root, whose name begins at `start` and which ends before `end`. */
  read(buffer: Buffer, start: number, end: number): void {
    const from = nameEnd(buffer, start, end);
    const { prefix } = qualifiedName(buffer.toString('utf8', start, from));
    const declared = declaredNamespaces(attributesOf(buffer, from, end)) ?? new Map<string, string>();
    this.#root = declared.get(prefix) ?? '';
    const own = new Set([prefix]);
    for (const [name, namespace] of declared) if (isSameVocabulary(namespace, this.#root)) own.add(name);
    this.plain = own.delete('');
    this.#others = [...own].map(name => Buffer.from(name));
  }

  /** Prefixes with their colons, `''` for the default. */
  get all(): readonly string[] {
    return [...(this.plain ? [''] : []), ...this.#others.map(prefix => `${prefix.toString()}:`)];
  }

  /**
   * The start of the local name of a tag in this vocabulary, given the start of its name; -1 for a tag of another one.
   * `end` limits the buffer. A tag may declare its own prefix.
   */
  localStart(buffer: Buffer, start: number, end: number): number {
    let at = start;
    for (; at < end; at++) {
      const value = buffer[at]!;
      if (value === byte.colon) return this.#knows(buffer, start, at, end) ? at + 1 : -1;
      if (value === byte.greater || value === byte.slash || value <= byte.space) break;
    }
    return this.plain ? start : -1;
  }

  #knows(buffer: Buffer, start: number, colon: number, end: number): boolean {
    const length = colon - start;
    for (const prefix of this.#others) {
      if (prefix.length === length && prefix.compare(buffer, start, colon) === 0) return true;
    }
    const after = afterTag(buffer, colon, end);
    if (after === incomplete) return false;
    const declared = declaredNamespaces(attributesOf(buffer, nameEnd(buffer, colon, after), after - 1));
    const prefix = buffer.toString('utf8', start, colon);
    const namespace = declared?.get(prefix);
    if (namespace === undefined || !isSameVocabulary(namespace, this.#root)) return false;
    // A program that declares it on one element does so on all: remember it for faster look-ups.
    this.#others.push(Buffer.from(prefix));
    return true;
  }

  /** Reports whether the tag whose name begins at `start` is this one of the vocabulary. */
  is(buffer: Buffer, start: number, end: number, name: string): boolean {
    const from = this.localStart(buffer, start, end);
    return from !== -1 && isNamed(buffer, from, end, name);
  }
}

/** Reports whether exactly the name `name` is at `from`. */
export function isNamed(buffer: Buffer, from: number, end: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    if (buffer[from + index] !== name.charCodeAt(index)) return false;
  }
  const after = buffer[from + name.length]!;
  return from + name.length < end && (after === byte.greater || after === byte.slash || after <= byte.space);
}

import { TextDecoder } from 'node:util';
import { WorkbookError } from '../errors.ts';
import { afterMarkup, afterTag, byte, incomplete, isSpace } from './xml.ts';
import {
  attributesOf,
  compatibilityNamespace,
  declaredNamespaces,
  isSameVocabulary,
  type QualifiedName,
  qualifiedName,
} from './xml-names.ts';

/** A tag of a small part, of the vocabulary of the part's root. */
export interface Tag {
  /** Without its prefix, which programs choose freely. */
  readonly name: string;
  /** Name of the parent element; '' for the root. */
  readonly parent: string;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  /** Attributes without a prefix, which belong to the vocabulary itself. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Value of the attribute that names a relation of the part, `r:id` mostly. */
  readonly relation: string | undefined;
  /** Position of its `<` in the part, and of its content. */
  readonly start: number;
  readonly end: number;
}

/** An element that is open. */
interface Open {
  readonly name: string;
  /** False for an ignored element and for everything inside it. */
  readonly counts: boolean;
  /** Ignored itself, while its content belongs to the element around it. */
  readonly wrapper: boolean;
  readonly namespaces: ReadonlyMap<string, string>;
  /** Of `AlternateContent`: one of its choices was taken. */
  chosen: boolean;
}

/** Elements within elements, and prefixes in force: far more than any program writes. */
const deepest = 256;
const mostPrefixes = 1_000;

const noNamespaces: ReadonlyMap<string, string> = new Map();

/** Ends the namespace of the attributes that name relations, in its transitional and its strict form. */
const relationships = /officeDocument(?:\/2006)?\/relationships$/;

/**
 * The tags of a small part, in order; text between them is passed over. Elements of other vocabularies are left out
 * with all that is in them, and so are extensions; of alternative contents the one counts that needs no extension. By
 * bytes and in one pass, since a pattern can be made to look at a hostile part again from each of its bytes. Throws
 * `corrupt`.
 */
export function* tagsOf(part: Buffer): Generator<Tag, void, void> {
  const open: Open[] = [];
  let root: string | undefined;
  let at = 0;
  for (;;) {
    at = part.indexOf(byte.less, at);
    if (at === -1) return;
    const next = part[at + 1];
    if (next === byte.exclamation || next === byte.question) {
      at = afterMarkup(part, at, part.length);
    } else {
      const start = at;
      at = afterTag(part, start + 1, part.length);
      if (at === incomplete) throw new WorkbookError('corrupt', 'a part ends inside a tag');
      if (next === byte.slash) {
        const closed = open.pop();
        if (closed?.counts !== true || closed.wrapper) continue;
        yield {
          name: closed.name,
          parent: parentOf(open),
          closing: true,
          selfClosing: false,
          attributes: noNamespaces,
          relation: undefined,
          start,
          end: at,
        };
        continue;
      }
      const tag = readTag(part, start, at);
      const namespaces = inherited(open.at(-1)?.namespaces ?? noNamespaces, tag.attributes);
      root ??= namespaces.get(tag.name.prefix) ?? '';
      const opened = openedBy(tag, namespaces, root, open.at(-1));
      const parent = parentOf(open);
      if (!tag.selfClosing) open.push(opened);
      if (open.length > deepest) throw new WorkbookError('corrupt', `elements ${deepest} deep`);
      if (!opened.counts || opened.wrapper) continue;
      const { selfClosing } = tag;
      yield {
        ...ownAttributes(tag, namespaces),
        name: opened.name,
        parent,
        closing: false,
        selfClosing,
        start,
        end: at,
      };
    }
    if (at === incomplete) throw new WorkbookError('corrupt', 'a part ends inside a tag');
  }
}

interface RawTag {
  readonly name: QualifiedName;
  readonly selfClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
}

function readTag(part: Buffer, start: number, end: number): RawTag {
  const selfClosing = part[end - 2] === byte.slash;
  const last = selfClosing ? end - 2 : end - 1;
  let at = start + 1;
  while (at < last && !isSpace(part[at])) at++;
  const name = qualifiedName(part.toString('utf8', start + 1, at));
  return { name, selfClosing, attributes: attributesOf(part, at, last) };
}

function inherited(
  outer: ReadonlyMap<string, string>,
  attributes: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const declared = declaredNamespaces(attributes);
  if (declared === undefined) return outer;
  const all = new Map([...outer, ...declared]);
  if (all.size > mostPrefixes) throw new WorkbookError('corrupt', `${all.size} namespaces`);
  return all;
}

function openedBy(
  { name, attributes }: RawTag,
  namespaces: ReadonlyMap<string, string>,
  root: string,
  around: Open | undefined,
): Open {
  const made = (counts: boolean, wrapper = false): Open => ({
    name: name.local,
    counts,
    wrapper,
    namespaces,
    chosen: false,
  });
  if (around?.counts === false) return made(false);
  const namespace = namespaces.get(name.prefix) ?? '';
  if (namespace === compatibilityNamespace) {
    if (name.local === 'AlternateContent') return made(true, true);
    const isChoice = name.local === 'Choice';
    const required = (attributes.get('Requires') ?? '').split(/\s+/).filter(Boolean);
    const isKnown = required.every(prefix => isSameVocabulary(namespaces.get(prefix) ?? '', root));
    const taken = around?.chosen === false && (isChoice ? isKnown : name.local === 'Fallback');
    if (taken && around) around.chosen = true;
    return made(taken, true);
  }
  return made(isSameVocabulary(namespace, root) && name.local !== 'extLst');
}

function parentOf(open: readonly Open[]): string {
  return open.findLast(({ wrapper }) => !wrapper)?.name ?? '';
}

/** The default namespace of a prefix that a part does not declare. */
function relationshipsOf(prefix: string): string {
  return prefix === 'r' ? 'officeDocument/relationships' : '';
}

function ownAttributes({ attributes: all }: RawTag, namespaces: ReadonlyMap<string, string>) {
  const attributes = new Map<string, string>();
  let relation: string | undefined;
  for (const [key, value] of all) {
    const { prefix, local } = qualifiedName(key);
    if (prefix === '') attributes.set(key, value);
    else if (local === 'id' && relationships.test(namespaces.get(prefix) ?? relationshipsOf(prefix)))
      relation = value;
  }
  return { attributes, relation };
}

/** The encoding of an XML part: by its byte order mark, else by its declaration. */
function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (start[0] === byte.less && start[1] === 0) return 'utf-16le';
  if (start[0] === 0 && start[1] === byte.less) return 'utf-16be';
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(
    start.toString('latin1', 0, 200),
  );
  return declared?.[1]?.toLowerCase() ?? 'utf-8';
}

/**
 * Turns a part in any encoding that XML allows into UTF-8, in which everything here reads. Parts are UTF-8
 * almost always and then pass through untouched. Throws `corrupt` for an unknown encoding.
 */
export async function* utf8Chunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, void> {
  let decoder: TextDecoder | undefined;
  let first = true;
  for await (const chunk of chunks) {
    if (first) {
      first = false;
      const encoding = encodingOf(chunk);
      if (encoding !== 'utf-8' && encoding !== 'utf8') decoder = decoderFor(encoding);
    }
    if (decoder === undefined) yield chunk;
    else {
      const text = Buffer.from(decoder.decode(chunk, { stream: true }));
      if (text.length > 0) yield text;
    }
  }
  const rest = decoder === undefined ? '' : decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch (error) {
    throw new WorkbookError('corrupt', `a part in ${encoding}`, { cause: error });
  }
}

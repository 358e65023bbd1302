/** Separators between the names of a list. */
const separators = /[,，、;；]/;

/** Quotes around a name that holds a separator, each with the one that closes it. */
const quotes: Readonly<Record<string, string>> = { '"': '"', '“': '”' };

/** A part of a list as it was written, and its place in the text. */
interface Part {
  readonly from: number;
  readonly to: number;
  /** The name between quotes; undefined for a part without them. */
  readonly quoted: string | undefined;
}

/** The id of the only row with a name; `several` if more than one has it, undefined if none. */
export type NameLookup = (name: string) => number | 'several' | undefined;

/** The ids that a list of names means, or the reason why it means none. */
export type NameListReading =
  | { readonly ids: readonly number[] }
  /** The text can be read as two lists. */
  | { readonly ambiguous: true }
  /** Names that no row has, or that several have. */
  | { readonly wrong: readonly { readonly name: string; readonly several: boolean }[] };

/** The parts of a list; quotes protect separators. Blank parts are left out. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at <= text.length) {
    const start = at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0);
    const quoted = quotedAt(text, start);
    const rest = text.slice(start).search(separators);
    const to = quoted?.to ?? (rest === -1 ? text.length : start + rest);
    if (text.slice(start, to).trim() !== '') parts.push({ from: start, to, quoted: quoted?.name });
    at = quoted?.next ?? to + 1;
  }
  return parts;
}

/** A quoted name that begins at `start` and fills its part of the list; a quote in it is doubled. */
function quotedAt(
  text: string,
  start: number,
): { readonly name: string; readonly to: number; readonly next: number } | undefined {
  const close = quotes[text.charAt(start)];
  if (close === undefined) return undefined;
  let name = '';
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== close) {
      name += text[at];
      continue;
    }
    if (text[at + 1] === close) {
      name += close;
      at += 1;
      continue;
    }
    const after = /^\s*/.exec(text.slice(at + 1))?.[0].length ?? 0;
    const next = at + 1 + after;
    if (next < text.length && !separators.test(text.charAt(next))) return undefined;
    return { name: name.trim(), to: at + 1, next: next + 1 };
  }
  return undefined;
}

/** Most parts of a list in which a name may hold separators without quotes; a longer list is read part by part. */
const mostJoined = 24;

/**
 * Reads a list of names. A name may itself hold a separator (音乐、表演): every way to read the text as names is tried,
 * and the list is refused if more than one fits. Quotes leave one way.
 */
export function readNames(text: string, find: NameLookup): NameListReading {
  const parts = partsOf(text);
  const longest = parts.length > mostJoined ? 1 : parts.length;
  /** Up to two readings of the parts from `start` on, by their ids. */
  const readings: (readonly (readonly number[])[])[] = [];
  readings[parts.length] = [[]];
  for (let start = parts.length - 1; start >= 0; start--) {
    const found = new Map<string, readonly number[]>();
    for (let count = 1; count <= longest && start + count <= parts.length; count++) {
      const after = readings[start + count] ?? [];
      if (after.length === 0) continue;
      for (const id of idsOf(text, parts.slice(start, start + count), find)) {
        for (const rest of after) {
          const ids = [...new Set([id, ...rest])];
          if (found.size < 2) found.set(ids.join(), ids);
        }
      }
    }
    readings[start] = [...found.values()];
  }
  const [first, second] = readings[0] ?? [];
  if (second) return { ambiguous: true };
  if (first) return { ids: first };
  const wrong = parts.flatMap(part => {
    if (idsOf(text, [part], find).length > 0) return [];
    const name = part.quoted ?? text.slice(part.from, part.to).trim();
    return [{ name, several: find(name) === 'several' }];
  });
  return { wrong };
}

/** The rows that parts mean as one name: as they are written, and without the quotes of a single one. */
function idsOf(text: string, parts: readonly Part[], find: NameLookup): number[] {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return [];
  const names = [text.slice(first.from, last.to).trim()];
  if (first.quoted !== undefined && parts.length === 1) names.push(first.quoted);
  return [...new Set(names.map(find))].filter(id => typeof id === 'number');
}

function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A name and its id, as a reader of either understands them where several rows have the name. */
export function nameWithId(name: string, id: number): string {
  return `${name} (ID ${id})`;
}

/** The name and the id in a text of {@link nameWithId}, in any width; undefined in any other. `folded` is `foldText`'s. */
export function readNameWithId(folded: string): { readonly name: string; readonly id: number } | undefined {
  const [, name, id] = /^(.+)\(id(\d{1,15})\)$/.exec(folded) ?? [];
  return name === undefined ? undefined : { name, id: Number(id) };
}

/**
 * Writes a list of rows so that {@link readNames} finds the same ones: by their names where these are enough, with
 * quotes where a name holds a separator, with ids where several rows have a name.
 */
export function writeNames(
  rows: readonly { readonly id: number; readonly name: string }[],
  find: NameLookup,
): string {
  const needsQuotes = /[,，、;；"“”]|^\s|\s$/;
  const quoted = rows.map(({ name }) => (needsQuotes.test(name) ? quotedName(name) : name)).join(',');
  const forms = [
    rows.map(({ name }) => name).join(','),
    quoted,
    rows
      .map(({ id, name }) => (find(name) === id ? quotedName(name) : quotedName(nameWithId(name, id))))
      .join(','),
    rows.map(({ id, name }) => quotedName(nameWithId(name, id))).join(','),
    rows.map(({ id }) => id).join(','),
  ];
  const wanted = rows.map(({ id }) => id).join();
  const sure = forms.find(form => {
    const read = readNames(form, find);
    return 'ids' in read && read.ids.join() === wanted;
  });
  return sure ?? quoted;
}

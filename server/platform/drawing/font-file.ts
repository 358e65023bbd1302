import { closeSync, openSync, readSync } from 'node:fs';

/** The facts of a font file about its characters. */
export interface FontFile {
  readonly path: string;
  /** Reports whether the font has a picture of a character, by its number in Unicode. */
  covers(codePoint: number): boolean;
  /** Width of a character, as a share of the font's size; that of the missing sign for one it does not have. */
  advance(codePoint: number): number;
}

/** Reads parts of an open file. */
type Part = (at: number, length: number) => Buffer;

/** Where the tables of a font lie, by their tag. */
function tablesOf(part: Part): ReadonlyMap<string, { readonly at: number; readonly length: number }> {
  const count = part(0, 12).readUInt16BE(4);
  const entries = part(12, count * 16);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const from = index * 16;
      const tag = entries.toString('latin1', from, from + 4);
      return [tag, { at: entries.readUInt32BE(from + 8), length: entries.readUInt32BE(from + 12) }];
    }),
  );
}

/** A run of characters whose glyphs follow one another. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly glyph: number;
}

/** The groups of a subtable of format 12 (OpenType, `cmap`): Unicode with all its planes. */
function runsOf(cmap: Buffer): Run[] {
  const count = cmap.readUInt16BE(2);
  for (let index = 0; index < count; index++) {
    const at = cmap.readUInt32BE(4 + index * 8 + 4);
    if (cmap.readUInt16BE(at) !== 12) continue;
    return Array.from({ length: cmap.readUInt32BE(at + 12) }, (_, group) => {
      const from = at + 16 + group * 12;
      return {
        first: cmap.readUInt32BE(from),
        last: cmap.readUInt32BE(from + 4),
        glyph: cmap.readUInt32BE(from + 8),
      };
    });
  }
  throw new Error('The font has no table of all characters');
}

/** The run with a character; the runs are in order. */
function runWith(runs: readonly Run[], codePoint: number): Run | undefined {
  let [low, high] = [0, runs.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (!run) return undefined;
    if (codePoint < run.first) high = middle - 1;
    else if (codePoint > run.last) low = middle + 1;
    else return run;
  }
  return undefined;
}

/**
 * Reads which characters an OpenType font has and how wide they are. So lines are broken and missing characters found
 * without a drawing library; the pictures of the characters are left alone.
 * @throws Error if the file is no such font.
 */
export function readFontFile(path: string): FontFile {
  const file = openSync(path, 'r');
  try {
    const part: Part = (at, length) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, at);
      return bytes;
    };
    const tables = tablesOf(part);
    const table = (tag: string): Buffer => {
      const found = tables.get(tag);
      if (!found) throw new Error(`${path} has no table ${tag}`);
      return part(found.at, found.length);
    };
    const unitsPerEm = table('head').readUInt16BE(18);
    const measured = table('hhea').readUInt16BE(34);
    const widths = table('hmtx');
    const runs = runsOf(table('cmap'));
    const glyphOf = (codePoint: number) => {
      const run = runWith(runs, codePoint);
      return run ? run.glyph + codePoint - run.first : 0;
    };
    return {
      path,
      covers: codePoint => glyphOf(codePoint) !== 0,
      // Glyphs past the last width are as wide as that.
      advance: codePoint => widths.readUInt16BE(Math.min(glyphOf(codePoint), measured - 1) * 4) / unitsPerEm,
    };
  } finally {
    closeSync(file);
  }
}

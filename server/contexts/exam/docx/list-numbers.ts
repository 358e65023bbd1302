import { childOf, childrenOf, parseXml, type XmlElement } from './word-xml.ts';

/** A level of a list: how its number is written, and where it begins. */
interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
}

/** A list of a document; lists of one kind count on together. */
interface List {
  readonly kind: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

const value = (element: XmlElement | undefined) => element?.attribs['w:val'];

function levelsOf(element: XmlElement): Map<number, Level> {
  return new Map(
    childrenOf(element, 'w:lvl').map(level => [
      Number(level.attribs['w:ilvl'] ?? 0),
      {
        format: value(childOf(level, 'w:numFmt')) ?? 'decimal',
        text: value(childOf(level, 'w:lvlText')) ?? '',
        start: Number(value(childOf(level, 'w:start')) ?? 1),
      },
    ]),
  );
}

function listsOf(part: Buffer | undefined): Map<string, List> {
  const root = childOf(parseXml(part), 'w:numbering');
  const kinds = new Map(
    childrenOf(root, 'w:abstractNum').map(one => [one.attribs['w:abstractNumId'] ?? '', levelsOf(one)]),
  );
  return new Map(
    childrenOf(root, 'w:num').map(one => {
      const kind = value(childOf(one, 'w:abstractNumId')) ?? '';
      const overrides = childrenOf(one, 'w:lvlOverride');
      const levels = new Map(kinds.get(kind));
      const starts = new Map<number, number>();
      for (const override of overrides) {
        const at = Number(override.attribs['w:ilvl'] ?? 0);
        for (const [level, own] of levelsOf(override)) levels.set(level, own);
        const start = value(childOf(override, 'w:startOverride'));
        if (start !== undefined) starts.set(at, Number(start));
      }
      return [one.attribs['w:numId'] ?? '', { kind, levels, starts }];
    }),
  );
}

/** List and level that a style gives its paragraphs, by the name of the style. */
function stylesOf(
  part: Buffer | undefined,
): Map<string, { id: string | undefined; level: string | undefined }> {
  const styles = new Map(
    childrenOf(childOf(parseXml(part), 'w:styles'), 'w:style').map(one => [
      one.attribs['w:styleId'] ?? '',
      one,
    ]),
  );
  const found = new Map<string, { id: string | undefined; level: string | undefined }>();
  for (const name of styles.keys()) {
    let at: string | undefined = name;
    for (let depth = 0; depth < 12 && at !== undefined; depth += 1) {
      const style = styles.get(at);
      const number = childOf(style, 'w:pPr', 'w:numPr');
      const id = value(childOf(number, 'w:numId'));
      if (id !== undefined) {
        found.set(name, { id, level: value(childOf(number, 'w:ilvl')) });
        break;
      }
      at = value(childOf(style, 'w:basedOn'));
    }
  }
  return found;
}

const han = '零一二三四五六七八九';

function inHan(n: number): string {
  if (n > 99) return String(n);
  const [tens, ones] = [Math.floor(n / 10), n % 10];
  const head = tens === 0 ? '' : `${tens === 1 ? '' : han[tens]}十`;
  return head + (ones === 0 && tens > 0 ? '' : (han[ones] ?? ''));
}

function inRoman(n: number): string {
  const steps: readonly (readonly [number, string])[] = [
    ...([
      [1000, 'M'],
      [900, 'CM'],
      [500, 'D'],
      [400, 'CD'],
      [100, 'C'],
      [90, 'XC'],
    ] as const),
    ...([
      [50, 'L'],
      [40, 'XL'],
      [10, 'X'],
      [9, 'IX'],
      [5, 'V'],
      [4, 'IV'],
      [1, 'I'],
    ] as const),
  ];
  let text = '';
  let left = Math.min(n, 3999);
  for (const [size, letter] of steps) {
    while (left >= size) {
      text += letter;
      left -= size;
    }
  }
  return text;
}

function inLetters(n: number): string {
  return String.fromCharCode(65 + ((n - 1) % 26)).repeat(Math.floor((n - 1) / 26) + 1);
}

/** A number as a list writes it. */
function written(n: number, format: string): string {
  if (format === 'upperLetter') return inLetters(n);
  if (format === 'lowerLetter') return inLetters(n).toLowerCase();
  if (format === 'upperRoman') return inRoman(n);
  if (format === 'lowerRoman') return inRoman(n).toLowerCase();
  if (/^(?:chinese|japanese|taiwanese|ideograph)/.test(format)) return inHan(n);
  if (/^decimalEnclosedCircle/.test(format) && n <= 20) return String.fromCodePoint(0x245f + n);
  if (format === 'decimalZero') return String(n).padStart(2, '0');
  return String(n);
}

/** Gives the paragraphs of a document, in order, the numbers that Word draws before them and that their text lacks. */
export class ListNumbers {
  readonly #lists: ReadonlyMap<string, List>;
  readonly #styles: ReturnType<typeof stylesOf>;
  readonly #counts = new Map<string, number[]>();
  readonly #started = new Set<string>();

  /** Takes the parts `word/numbering.xml` and `word/styles.xml`. */
  constructor(numbering: Buffer | undefined, styles: Buffer | undefined) {
    this.#lists = listsOf(numbering);
    this.#styles = stylesOf(styles);
  }

  /** The number of the next paragraph, such as `3.` or `A.`; empty for one in no list or in one of bullets. */
  next(paragraph: XmlElement): string {
    const properties = childOf(paragraph, 'w:pPr');
    const own = childOf(properties, 'w:numPr');
    const style = this.#styles.get(value(childOf(properties, 'w:pStyle')) ?? '');
    const id = value(childOf(own, 'w:numId')) ?? style?.id ?? '';
    const at = Number(value(childOf(own, 'w:ilvl')) ?? style?.level ?? 0);
    const list = this.#lists.get(id);
    const level = list?.levels.get(at);
    if (!list || !level) return '';
    const counts = this.#counts.get(list.kind) ?? [];
    this.#counts.set(list.kind, counts);
    const begin = `${id}:${at}`;
    const restart = this.#started.has(begin) ? undefined : list.starts.get(at);
    this.#started.add(begin);
    counts[at] = restart ?? (counts[at] === undefined ? level.start : (counts[at] ?? 0) + 1);
    counts.length = at + 1;
    if (level.format === 'bullet' || level.format === 'none') return '';
    return level.text.replaceAll(/%([1-9])/g, (_, place: string) => {
      const index = Number(place) - 1;
      const format = list.levels.get(index)?.format ?? 'decimal';
      return written(counts[index] ?? list.levels.get(index)?.start ?? 1, format);
    });
  }
}

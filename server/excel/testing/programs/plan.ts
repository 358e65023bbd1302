/** A number format used in plans. */
export const formats = [
  'General',
  '00000',
  '"A"000',
  '0%',
  '0.00',
  '#,##0',
  'yyyy-mm-dd',
  'yyyy-mm-dd hh:mm:ss',
] as const;

/** One of {@link formats}. */
export type PlannedFormat = (typeof formats)[number];

/** A cell for a program to write. Dates are `YYYY-MM-DD` or `YYYY-MM-DD HH:mm:ss`. */
export type PlannedCell =
  | null
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: number; readonly format: PlannedFormat }
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Adds two numbers; `known` is true if the program is given the result. */
  | { readonly kind: 'formula'; readonly code: string; readonly value: number; readonly known: boolean };

/** A workbook for a program to write: a heading with rows below it. */
export interface PlannedWorkbook {
  readonly name: string;
  readonly date1904: boolean;
  /** Requests inline strings instead of shared ones, if the program has the option. */
  readonly inline: boolean;
  readonly rows: readonly (readonly PlannedCell[])[];
  /** Merged cells down the first column: first and last row from 1, the heading among them. */
  readonly merged: readonly (readonly [first: number, last: number])[];
}

/** A small generator of evenly spread numbers below a bound (mulberry32): the same seed, the same numbers. */
function randomOf(seed: number): (bound: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return bound => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const words = [
  '中央音乐学院',
  '湖南',
  '0007',
  '110101199003071234',
  'a <b> & "c"',
  '第一行\n第二行',
  '😀龍',
  'A-01',
  '美术与设计类（本科）',
  '1.10',
  "it's",
  '100%',
  '2027年1月',
];

function numberOf(random: (bound: number) => number): PlannedCell {
  const format = formats[random(6)] as PlannedFormat; // number formats come first
  const value =
    format === '0%'
      ? random(200) / 100
      : format === '0.00'
        ? random(100_000) / 100
        : format === 'General' && random(3) === 0
          ? (random(2_000_000) - 1_000_000) / 64
          : random(format === '#,##0' ? 9_000_000 : 1000);
  return { kind: 'number', value, format };
}

function cellOf(random: (bound: number) => number, unknownResults: boolean): PlannedCell {
  switch (random(8)) {
    case 0:
      return null;
    case 1:
    case 2:
      return numberOf(random);
    case 3: {
      const day = `20${10 + random(30)}-${String(1 + random(12)).padStart(2, '0')}-${String(1 + random(28)).padStart(2, '0')}`;
      const time = `${String(random(24)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}`;
      return { kind: 'date', text: random(2) === 0 ? day : `${day} ${time}` };
    }
    case 4:
      return { kind: 'boolean', value: random(2) === 0 };
    case 5: {
      const [one, other] = [1 + random(50), 1 + random(50)];
      const known = !unknownResults || random(2) === 0;
      return { kind: 'formula', code: `${one}+${other}`, value: one + other, known };
    }
    case 6:
      return {
        kind: 'text',
        text: random(6) === 0 ? '长'.repeat(200 + random(800)) : (words[random(words.length)] ?? ''),
      };
    default:
      return { kind: 'text', text: words[random(words.length)] ?? '' };
  }
}

/** A random workbook; with `unknownResults` some formulas have no result. */
export function planWorkbook(name: string, seed: number, unknownResults: boolean): PlannedWorkbook {
  const random = randomOf(seed);
  const width = 3 + random(4);
  const height = 6 + random(9);
  const merged: [number, number][] = [];
  const rows: PlannedCell[][] = [
    Array.from({ length: width }, (_, column) => ({ kind: 'text', text: `列${column + 1}` })),
  ];
  for (let row = 0; row < height; row++) {
    const cells = Array.from(
      { length: width },
      (_, column): PlannedCell =>
        column === 0 ? { kind: 'text', text: `行${row + 1}` } : cellOf(random, unknownResults),
    );
    // Each row has more than its first cell.
    cells[1] ??= { kind: 'text', text: '甲' };
    rows.push(cells);
  }
  for (let row = 2; random(2) === 0 && row + 2 < rows.length; row += 4) {
    const last = row + 1 + random(2);
    merged.push([row, last]);
    for (let covered = row; covered < last; covered++) (rows[covered] as PlannedCell[])[0] = null;
  }
  return { name, date1904: random(4) === 0, inline: random(2) === 0, rows, merged };
}

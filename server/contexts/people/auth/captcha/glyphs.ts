/** A point of a glyph on its grid: 0–4 from the left, 0–6 from the top. */
type GridPoint = readonly [x: number, y: number];

/** One line of a glyph; a round one is drawn with its corners cut off. */
interface Stroke {
  readonly round: boolean;
  readonly points: readonly GridPoint[];
}

/** One way to write a character. */
export type Glyph = readonly Stroke[];

/**
 * Strokes separated by `|`, each point two digits, `~` before a curved one. Several shapes per character give a program
 * more to compare, while a person can read each. Characters that are easily confused when bent and crossed are left
 * out, as pages of `bench/captcha.ts` show: 0 D O, 1 I J L, 3 B, 4, 7 Y, F P R, U V, H and X next to K, N next to M,
 * small a, e, h and n.
 */
const written: Readonly<Record<string, readonly string[]>> = {
  '2': ['~01 10 30 41 42 06|06 46', '01 10 30 41 06 46'],
  '5': ['40 00 02|~02 32 43 45 36 16 05', '40 00|00 02|~02 12 33 44 35 26 05'],
  '6': ['~40 20 02 05 16 36 45 44 33 13 04', '~30 11 03 05 16 36 45 44 33 13 04'],
  '8': ['~20 10 01 02 13 33 44 45 36 16 05 04 13 33 42 41 30 20', '40 01 13 44 36 06 04 33 41 00 40'],
  '9': ['~06 26 44 41 30 10 01 02 13 33 42', '~16 34 41 30 10 01 02 13 33 42'],
  A: ['06 20 46|14 34'],
  C: ['~41 30 10 01 05 16 36 45'],
  E: ['40 00 06 46|03 33'],
  K: ['00 06|40 03 46', '00 06|42 04|14 46'],
  M: ['06 00 23 40 46', '02 06|~03 12 23 26|~23 32 43 46'],
  T: ['00 40|20 26'],
  W: ['00 16 22 36 40', '~00 05 16 25 22|~25 36 45 40'],
};

function readStroke(text: string): Stroke {
  const round = text.startsWith('~');
  const cells = text.replace('~', '').split(' ');
  return { round, points: cells.map(cell => [Number(cell[0]), Number(cell[1])]) };
}

/** The ways to write each character of a captcha. */
export const glyphs: ReadonlyMap<string, readonly Glyph[]> = new Map(
  Object.entries(written).map(([letter, ways]) => [letter, ways.map(way => way.split('|').map(readStroke))]),
);

/** Characters that are never shown, and the ones that people see them in. */
const lookAlikes: Readonly<Record<string, string>> = {
  B: '8',
  G: '6',
  H: 'K',
  N: 'M',
  Q: '9',
  S: '5',
  X: 'K',
  Z: '2',
};

/** The typed text as the characters that can have been shown: in capitals, look-alikes exchanged. */
export function readAnswer(typed: string): string {
  return typed.toUpperCase().replace(/[BGHNQSXZ]/g, letter => lookAlikes[letter] ?? letter);
}

/** The characters that captchas are made of. */
export const captchaLetters: readonly string[] = [...glyphs.keys()];

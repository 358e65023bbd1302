import { randomInt } from 'node:crypto';

/**
 * Characters as strokes on a grid of 4 by 6, each point two digits: x from the left, y from the top. Drawn as
 * lines, not as text, so that the answer is nowhere in the image. Characters that are taken for one another
 * (0 O, 1 I L, 2 Z, 4 A, 5 S, 8 B) are left out.
 */
const glyphs: Readonly<Record<string, string>> = {
  '3': '01 10 30 41 42 33 13|33 44 45 36 16 05',
  '6': '40 20 02 05 16 36 45 44 33 13 04',
  '7': '00 40 16',
  '9': '06 26 44 41 30 10 01 02 13 33 42',
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  D: '00 06 26 45 41 20 00',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  J: '10 40|30 35 26 16 05',
  K: '00 06|40 03 46',
  M: '06 00 23 40 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  V: '00 26 40',
  W: '00 16 22 36 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
};

const letters = Object.keys(glyphs);
const width = 120;
const height = 40;
/** Pixels of one step of the grid. */
const step = 4.3;

/** Four characters to be read from an image (domain A5). */
export function captchaText(): string {
  return Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
}

/** A number between two bounds. */
function between(low: number, high: number): number {
  return low + ((high - low) * randomInt(10_001)) / 10_000;
}

function ink(): string {
  return `hsl(${randomInt(360)} ${randomInt(45, 75)}% ${randomInt(25, 42)}%)`;
}

function point(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** One character, turned, leant, resized and drawn by an unsteady hand. */
function drawGlyph(letter: string, centre: number): string {
  const angle = between(-0.35, 0.35);
  const lean = between(-0.25, 0.25);
  const size = step * between(0.9, 1.15);
  const lift = between(-3, 3);
  const place = (x: number, y: number): [number, number] => {
    const u = (x - 2 + lean * (3 - y)) * size;
    const v = (y - 3) * size;
    return [
      centre + u * Math.cos(angle) - v * Math.sin(angle),
      height / 2 + lift + u * Math.sin(angle) + v * Math.cos(angle),
    ];
  };
  const strokes = (glyphs[letter] ?? '').split('|').map(stroke => {
    const points = stroke
      .split(' ')
      .map(cell => place(Number(cell[0]) + between(-0.2, 0.2), Number(cell[1]) + between(-0.2, 0.2)));
    return points
      .map(([x, y], index) => {
        const before = points[index - 1];
        if (!before) return `M${point(x, y)}`;
        const bend = point(
          (x + before[0]) / 2 + between(-1.2, 1.2),
          (y + before[1]) / 2 + between(-1.2, 1.2),
        );
        return `Q${bend} ${point(x, y)}`;
      })
      .join('');
  });
  return `<path d="${strokes.join('')}" stroke="${ink()}" stroke-width="${between(2.2, 3.2).toFixed(1)}"/>`;
}

/** A line across the characters, of nearly their own width and colour. */
function drawNoise(): string {
  const bends = point(between(20, 60), between(-5, 45));
  const path = `M${point(between(-5, 15), between(4, 36))}C${bends} ${point(between(60, 100), between(-5, 45))} ${point(between(105, 125), between(4, 36))}`;
  return `<path d="${path}" stroke="${ink()}" stroke-width="${between(0.8, 1.8).toFixed(1)}"/>`;
}

function drawDot(): string {
  return `<circle cx="${between(0, width).toFixed(1)}" cy="${between(0, height).toFixed(1)}" r="${between(0.5, 1.3).toFixed(1)}" fill="${ink()}"/>`;
}

/** The image of a captcha's text as SVG, 120 by 40. */
export function captchaImage(text: string): string {
  const characters = [...text].map((letter, index) => drawGlyph(letter, 18 + index * 28 + between(-2, 2)));
  const noise = [...Array.from({ length: 2 }, drawNoise), ...Array.from({ length: 24 }, drawDot)];
  // The background belongs to the image: on a dark page the dark strokes would be lost.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#f2f5f8"/><g fill="none" stroke-linecap="round" stroke-linejoin="round">${characters.join('')}${noise.join('')}</g></svg>`;
}

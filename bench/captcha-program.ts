import {
  blankCanvas,
  type Canvas,
  drawLine,
  type Point,
  refined,
  rounded,
} from '@yikao/server/contexts/people/auth/captcha/canvas.ts';
import { type Glyph, glyphs } from '@yikao/server/contexts/people/auth/captcha/glyphs.ts';
import { captchaLength, gridStep } from '@yikao/server/contexts/people/auth/captcha/picture.ts';

/** A picture in two tones: 1 for ink. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

/** A shape of a character, drawn undistorted and rotated, from the generator's own strokes. */
interface Template {
  readonly letter: string;
  readonly bitmap: Bitmap;
  /** Places of its ink, around its centre. */
  readonly points: readonly (readonly [number, number])[];
}

const charWidth = 48;
const turns = [-0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45];

function drawTemplate(glyph: Glyph, angle: number, scale: number): Canvas {
  const canvas = blankCanvas(72, 72);
  const step = gridStep * scale;
  for (const { round, points } of glyph) {
    const placed = points.map(([x, y]): Point => {
      const [u, v] = [(x - 2) * step, (y - 3) * step];
      return [36 + u * Math.cos(angle) - v * Math.sin(angle), 36 + u * Math.sin(angle) + v * Math.cos(angle)];
    });
    drawLine(canvas, refined(round ? rounded(placed) : placed, 3), () => 3.3);
  }
  return canvas;
}

function makeTemplates(scales: readonly number[]): readonly Template[] {
  const made: Template[] = [];
  for (const [letter, ways] of glyphs) {
    for (const glyph of ways) {
      for (const angle of turns) {
        for (const scale of scales) {
          const { width, height, covered } = drawTemplate(glyph, angle, scale);
          const ink = Uint8Array.from(covered, value => (value > 0.5 ? 1 : 0));
          const points: [number, number][] = [];
          // Every second pixel in each direction is enough to distinguish characters, and four times faster.
          for (let y = 0; y < height; y += 2) {
            for (let x = 0; x < width; x += 2) if (ink[y * width + x]) points.push([x - 36, y - 36]);
          }
          made.push({ letter, bitmap: { width, height, ink }, points });
        }
      }
    }
  }
  return made;
}

const templates = makeTemplates([1]);
const searchTemplates = makeTemplates([0.92, 1.06]);

/** Sums over rectangles of a bitmap, by its table of sums. */
function sums({ width, height, ink }: Bitmap): (x: number, y: number, radius: number) => number {
  const table = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      table[(y + 1) * (width + 1) + x + 1] =
        (ink[y * width + x] ?? 0) +
        (table[y * (width + 1) + x + 1] ?? 0) +
        (table[(y + 1) * (width + 1) + x] ?? 0) -
        (table[y * (width + 1) + x] ?? 0);
    }
  }
  const at = (x: number, y: number) => table[y * (width + 1) + x] ?? 0;
  return (x, y, radius) => {
    const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    const sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
    return sum / ((right - left) * (bottom - top));
  };
}

/** Reverses the swapping of paper and ink: ink is whatever differs from most of its surroundings. */
export function evenOut(bitmap: Bitmap, radius: number): Bitmap {
  const share = sums(bitmap);
  const { width, ink } = bitmap;
  return {
    ...bitmap,
    ink: ink.map((value, at) => {
      const most = share(at % width, Math.floor(at / width), radius) > 0.5 ? 1 : 0;
      return value === most ? 0 : 1;
    }),
  };
}

/** Removes strokes thinner than the characters, and single dots. */
export function withoutThin(bitmap: Bitmap, radius: number): Bitmap {
  if (radius === 0) return bitmap;
  const { width } = bitmap;
  const inside = sums(bitmap);
  const eroded = bitmap.ink.map((_, at) =>
    inside(at % width, Math.floor(at / width), radius) > 0.999 ? 1 : 0,
  );
  const near = sums({ ...bitmap, ink: eroded });
  return {
    ...bitmap,
    ink: eroded.map((_, at) => (near(at % width, Math.floor(at / width), radius) > 0 ? 1 : 0)),
  };
}

/** Closes gaps in ink, as grain and crossing lines leave them. */
export function withoutGaps(bitmap: Bitmap, radius: number): Bitmap {
  const turned = (one: Bitmap): Bitmap => ({ ...one, ink: one.ink.map(value => 1 - value) });
  return turned(withoutThin(turned(bitmap), radius));
}

/** A rectangle of ink. */
interface Piece {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Connected ink of at least 60 pixels, from left to right. */
function components({ width, height, ink }: Bitmap): Piece[] {
  const seen = new Uint8Array(ink.length);
  const found: Piece[] = [];
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start] || seen[start]) continue;
    let [left, right, top, bottom, size] = [width, 0, height, 0, 0];
    const stack = [start];
    seen[start] = 1;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x),
        Math.min(top, y),
        Math.max(bottom, y),
      ];
      size += 1;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= ink.length || !ink[next] || seen[next]) continue;
        seen[next] = 1;
        stack.push(next);
      }
    }
    if (size >= 60) found.push({ left, right, top, bottom });
  }
  return found.sort((a, b) => a.left - b.left);
}

/** Cuts pieces that are too wide at the point with the least ink, until there are enough. */
function cutPieces(bitmap: Bitmap): Piece[] {
  let pieces = components(bitmap).filter(({ top, bottom }) => bottom - top >= 16);
  const columns = (x: number) => {
    let count = 0;
    for (let y = 0; y < bitmap.height; y++) count += bitmap.ink[y * bitmap.width + x] ?? 0;
    return count;
  };
  while (pieces.length > 0 && pieces.length < captchaLength) {
    const widest = pieces.reduce((a, b) => (b.right - b.left > a.right - a.left ? b : a));
    const parts = Math.max(2, Math.round((widest.right - widest.left) / charWidth));
    const goal = widest.left + (widest.right - widest.left) / parts;
    let cut = Math.round(goal);
    for (let x = Math.round(goal - 10); x <= goal + 10; x++) if (columns(x) < columns(cut)) cut = x;
    if (cut <= widest.left || cut >= widest.right) break;
    pieces = pieces.flatMap(piece =>
      piece === widest
        ? [
            { ...piece, right: cut },
            { ...piece, left: cut + 1 },
          ]
        : [piece],
    );
    pieces.sort((a, b) => a.left - b.left);
  }
  return pieces
    .toSorted((a, b) => b.right - b.left - (a.right - a.left))
    .slice(0, captchaLength)
    .sort((a, b) => a.left - b.left);
}

const cells = 24;

/** A piece scaled to 24 by 24 cells. */
function normalised({ width, ink }: Bitmap, piece: Piece): Uint8Array {
  const grid = new Uint8Array(cells * cells);
  let [top, bottom] = [piece.bottom, piece.top];
  for (let y = piece.top; y <= piece.bottom; y++) {
    for (let x = piece.left; x <= piece.right; x++) {
      if (ink[y * width + x]) [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  for (let row = 0; row < cells; row++) {
    for (let column = 0; column < cells; column++) {
      const x = Math.round(piece.left + ((column + 0.5) / cells) * (piece.right - piece.left));
      const y = Math.round(top + ((row + 0.5) / cells) * (bottom - top));
      grid[row * cells + column] = ink[y * width + x] ?? 0;
    }
  }
  return grid;
}

const grids = templates.map(({ letter, bitmap }) => {
  const [piece] = components(bitmap);
  const all = components(bitmap).reduce(
    (a, b) => ({
      left: Math.min(a.left, b.left),
      right: Math.max(a.right, b.right),
      top: Math.min(a.top, b.top),
      bottom: Math.max(a.bottom, b.bottom),
    }),
    piece ?? { left: 0, right: 71, top: 0, bottom: 71 },
  );
  return { letter, grid: normalised(bitmap, all) };
});

/** Reads by cutting: connected pieces, each compared with the generator's own characters at seven rotations. */
export function readByPieces(bitmap: Bitmap): string {
  return cutPieces(bitmap)
    .map(piece => {
      const grid = normalised(bitmap, piece);
      let best = { letter: '', score: -1 };
      for (const template of grids) {
        let [both, either] = [0, 0];
        for (let at = 0; at < grid.length; at++) {
          const [a, b] = [grid[at] ?? 0, template.grid[at] ?? 0];
          both += a & b;
          either += a | b;
        }
        if (both / either > best.score) best = { letter: template.letter, score: both / either };
      }
      return best.letter;
    })
    .join('');
}

/** The distance of each pixel from ink, in pixels, at most 8. */
function distances({ width, height, ink }: Bitmap): Float32Array {
  const far = Float32Array.from(ink, value => (value ? 0 : 8));
  const relax = (at: number, other: number, by: number) => {
    const there = (far[other] ?? 8) + by;
    if (there < (far[at] ?? 8)) far[at] = there;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (x > 0) relax(at, at - 1, 1);
      if (y > 0) relax(at, at - width, 1);
      if (x > 0 && y > 0) relax(at, at - width - 1, 1.4);
      if (x < width - 1 && y > 0) relax(at, at - width + 1, 1.4);
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) {
      const at = y * width + x;
      if (x < width - 1) relax(at, at + 1, 1);
      if (y < height - 1) relax(at, at + width, 1);
      if (x < width - 1 && y < height - 1) relax(at, at + width + 1, 1.4);
      if (x > 0 && y < height - 1) relax(at, at + width - 1, 1.4);
    }
  }
  return far;
}

/** Free pixels around the picture, so that a character may reach past its edge. */
const margin = 40;

/** The distances with a margin that is far from all ink. */
function padded(
  { width, height }: Bitmap,
  far: Float32Array,
): { readonly stride: number; readonly far: Float32Array } {
  const stride = width + 2 * margin;
  const all = new Float32Array(stride * (height + 2 * margin)).fill(4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      all[(y + margin) * stride + x + margin] = Math.min(far[y * width + x] ?? 4, 4);
    }
  }
  return { stride, far: all };
}

/** The templates' ink as offsets in a picture of some width; made once for each width. */
const offsetsOf = new Map<number, readonly { readonly letter: string; readonly offsets: Int32Array }[]>();

function searchOffsets(stride: number) {
  const known = offsetsOf.get(stride);
  if (known) return known;
  const made = searchTemplates.map(({ letter, points }) => ({
    letter,
    offsets: Int32Array.from(points, ([dx, dy]) => dy * stride + dx),
  }));
  offsetsOf.set(stride, made);
  return made;
}

/**
 * Reads by searching: tries each character at every position, size and rotation; the best match leaves the least
 * unexplained ink around it. Takes the best positions that do not overlap, from left to right.
 */
export function readBySearch(bitmap: Bitmap): string {
  const { stride, far } = padded(bitmap, distances(bitmap));
  const share = sums(bitmap);
  const columns = Math.floor((bitmap.width - 40) / 4);
  const best = Array.from({ length: columns }, () => ({ letter: '', cost: Number.POSITIVE_INFINITY }));
  for (const [column, there] of best.entries()) {
    const cx = 20 + column * 4;
    for (let cy = 34; cy <= 46; cy += 4) {
      const inkHere = share(cx, cy, 24) * 49 * 49;
      const centre = (cy + margin) * stride + cx + margin;
      for (const { letter, offsets } of searchOffsets(stride)) {
        // Unexplained ink counts against a character: otherwise every T would match an E.
        const explained = offsets.length * 4;
        const unexplained = (0.8 * Math.max(0, inkHere - explained)) / explained;
        const most = (there.cost - unexplained) * offsets.length;
        let missed = 0;
        for (let at = 0; at < offsets.length && missed < most; at++) {
          missed += far[centre + (offsets[at] ?? 0)] ?? 4;
        }
        if (missed >= most) continue;
        there.letter = letter;
        there.cost = missed / offsets.length + unexplained;
      }
    }
  }
  return cheapest(best);
}

/** The letters of the cheapest places that are at least 36 pixels apart, by dynamic programming. */
function cheapest(places: readonly { readonly letter: string; readonly cost: number }[]): string {
  const apart = 9;
  let before = Array.from({ length: places.length + 1 }, () => ({ cost: 0, text: '' }));
  for (let count = 0; count < captchaLength; count++) {
    const row = [{ cost: Number.POSITIVE_INFINITY, text: '' }];
    for (const [at, { letter, cost }] of places.entries()) {
      const rest = before[Math.max(0, at + 1 - apart)] ?? { cost: 0, text: '' };
      const taken = { cost: rest.cost + cost, text: rest.text + letter };
      const left = row[at] ?? taken;
      row.push(left.cost <= taken.cost ? left : taken);
    }
    before = row;
  }
  return before[places.length]?.text ?? '';
}

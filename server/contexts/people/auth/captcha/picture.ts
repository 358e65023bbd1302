import { randomInt } from 'node:crypto';
import { blankCanvas, type Canvas, drawLine, type Point, refined, rounded } from './canvas.ts';
import { captchaLetters, type Glyph, glyphs } from './glyphs.ts';
import { type Colour, encodePng } from './png.ts';

/** Pixels of the picture: two for each of the page's, so that it is sharp on fine screens too. */
const [width, height] = [300, 80];

/** Pixels per step of the glyphs' grid. */
export const gridStep = 8.6;

/** Shades between paper and ink. */
const shades = 16;

/** Characters per captcha. One more than four (domain A5) lets each be clear to people, and still stops programs. */
export const captchaLength = 5;

/** The characters to be read from a picture, from the secure random source. */
export function captchaText(): string {
  return Array.from({ length: captchaLength }, () => captchaLetters[randomInt(captchaLetters.length)]).join(
    '',
  );
}

/** Bends a point of the plane a little. */
type Bend = (point: Point) => Point;

/** A number between two bounds. Only the text must be unpredictable; drawing needs no secure source. */
function between(low: number, high: number): number {
  return low + (high - low) * Math.random();
}

function pick<T>(of: readonly T[]): T | undefined {
  return of[Math.floor(Math.random() * of.length)];
}

/** Waves that bend the whole picture: letters are stretched and compressed, and lean differently at top and bottom. */
function makeBend(): Bend {
  const wave = (amplitude: number, length: number) => {
    const phase = between(0, 2 * Math.PI);
    const size = between(0.6, 1) * amplitude;
    const frequency = (2 * Math.PI) / (length * between(0.8, 1.2));
    return (at: number) => size * Math.sin(phase + at * frequency);
  };
  const [lift, shift, ripple] = [wave(5, 110), wave(5, 70), wave(1.8, 34)];
  return ([x, y]) => [x + shift(y) + ripple(y), y + lift(x) + ripple(x)];
}

/** A width that swells and thins along a line. */
function makePen(low: number, high: number): (at: number) => number {
  const [base, swell, phase] = [between(low, high), between(0, 0.5), between(0, 7)];
  return at => base + swell * Math.sin(phase + at * 6);
}

/** One character around a centre, turned, leant, resized and written by an unsteady hand. */
function drawGlyph(canvas: Canvas, glyph: Glyph, [cx, cy]: Point, bend: Bend): void {
  const angle = between(-0.4, 0.4);
  const lean = between(-0.25, 0.25);
  const [sx, sy] = [gridStep * between(0.72, 1.28), gridStep * between(0.66, 1.25)];
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const pen = makePen(1.6, 5.8);
  for (const { round, points } of glyph) {
    const placed = points.map(([x, y]): Point => {
      const u = (x - 2 + between(-0.2, 0.2) + lean * (3 - y)) * sx;
      const v = (y - 3 + between(-0.2, 0.2)) * sy;
      return [cx + u * cos - v * sin, cy + u * sin + v * cos];
    });
    const line = refined(round ? rounded(placed) : placed, 3).map(bend);
    drawLine(canvas, line, pen);
  }
}

/** Draws a line across all characters, as thick as the thinnest of them. */
function drawCrossing(canvas: Canvas, bend: Bend): void {
  const [start, end] = [between(14, 66), between(14, 66)];
  const [swing, phase, turns] = [between(6, 15), between(0, 7), between(1.2, 2.4)];
  const line = Array.from({ length: 60 }, (_, step): Point => {
    const at = step / 59;
    const y = start + (end - start) * at + swing * Math.sin(phase + at * turns * 2 * Math.PI);
    return bend([-6 + at * (width + 12), y]);
  });
  drawLine(canvas, line, makePen(0.8, 1.2));
}

/** Where paper and ink change places: 1 inside of an island with a wavy shore, 0 outside, smooth between. */
function makeIsland(): (x: number, y: number) => number {
  const [cx, cy] = [between(0.25, 0.75) * width, between(0.2, 0.8) * height];
  const [wide, high, phase] = [between(50, 90), between(40, 70), between(0, 7)];
  return (x, y) => {
    const [u, v] = [(x - cx) / wide, (y - cy) / high];
    const far = Math.sqrt(u * u + v * v);
    if (far > 1.25) return 0;
    const shore = 1 + 0.18 * Math.sin(phase + 3 * Math.atan2(v, u));
    return Math.min(1, Math.max(0, (shore - far) * 50 + 0.5));
  };
}

/** Sixteen shades from a light paper to a dark ink. */
function makePalette(): Colour[] {
  const hue = between(0, 2 * Math.PI);
  const channel = (turn: number) => Math.cos(hue + turn);
  const tint = [channel(0), channel(2.1), channel(4.2)];
  return Array.from({ length: shades }, (_, shade): Colour => {
    const dark = shade / (shades - 1);
    const [red = 0, green = 0, blue = 0] = tint.map(part =>
      Math.round(244 - 190 * dark + part * (6 + 26 * dark)),
    );
    return [Math.min(255, red), Math.min(255, green), Math.min(255, blue)];
  });
}

/**
 * The picture of a captcha's text, as PNG of 300 by 80 pixels. Against programs: it uses one colour, characters touch
 * and differ in weight, size and rotation, a line crosses them, the plane is bent, and paper and ink are swapped in
 * places, so that no brightness threshold separates them. `bench/captcha.ts` measures how many are read.
 */
export function captchaPicture(text: string): Buffer {
  const canvas = blankCanvas(width, height);
  const bend = makeBend();
  const gaps = Array.from(text, () => between(45, 55));
  const wide = gaps.slice(1).reduce((sum, gap) => sum + gap, 0);
  let x = between(32, width - 32 - wide);
  for (const [index, letter] of [...text].entries()) {
    const glyph = pick(glyphs.get(letter) ?? []);
    if (index > 0) x += gaps[index] ?? 0;
    const centre: Point = [x, height / 2 + between(-6, 6)];
    if (glyph) drawGlyph(canvas, glyph, centre, bend);
  }
  drawCrossing(canvas, bend);

  const turned = makeIsland();
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const flip = turned(at % width, Math.floor(at / width));
    const ink = 0.1 + 0.78 * (canvas.covered[at] ?? 0);
    const shade = ink + (1 - 2 * ink) * flip + between(-0.05, 0.05);
    pixels[at] = Math.min(shades - 1, Math.max(0, Math.round(shade * (shades - 1))));
  }
  return encodePng(width, pixels, makePalette());
}

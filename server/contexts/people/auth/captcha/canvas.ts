/** A place in the picture, in pixels. */
export type Point = readonly [x: number, y: number];

/** Ink coverage of each pixel, 0 to 1. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly covered: Float32Array;
}

/** A canvas without ink. */
export function blankCanvas(width: number, height: number): Canvas {
  return { width, height, covered: new Float32Array(width * height) };
}

/**
 * Draws a line through points with round ends and smooth edges. `radius` is called for each piece with its position on
 * the line, 0 to 1, so that the width may vary.
 */
export function drawLine(canvas: Canvas, points: readonly Point[], radius: (at: number) => number): void {
  const pieces = points.length - 1;
  for (let index = 0; index < pieces; index++) {
    const from = points[index];
    const to = points[index + 1];
    if (from && to) drawPiece(canvas, from, to, radius(index / pieces));
  }
}

function drawPiece(
  { width, height, covered }: Canvas,
  [ax, ay]: Point,
  [bx, by]: Point,
  radius: number,
): void {
  const reach = radius + 1;
  const left = Math.max(0, Math.floor(Math.min(ax, bx) - reach));
  const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx) + reach));
  const top = Math.max(0, Math.floor(Math.min(ay, by) - reach));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by) + reach));
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy || 1;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
      const [offX, offY] = [x - ax - along * dx, y - ay - along * dy];
      const distance = Math.sqrt(offX * offX + offY * offY);
      const cover = Math.min(1, Math.max(0, radius + 0.5 - distance));
      const at = y * width + x;
      if (cover > (covered[at] ?? 1)) covered[at] = cover;
    }
  }
}

/** A line with its corners cut off, again and again until it is round. */
export function rounded(points: readonly Point[]): readonly Point[] {
  let line = points;
  for (let pass = 0; pass < 3; pass++) {
    const next: Point[] = line.slice(0, 1);
    for (const [index, [bx, by]] of line.entries()) {
      const before = line[index - 1];
      if (!before) continue;
      const [ax, ay] = before;
      next.push(
        [ax + (bx - ax) * 0.25, ay + (by - ay) * 0.25],
        [ax + (bx - ax) * 0.75, ay + (by - ay) * 0.75],
      );
    }
    line = [...next, ...line.slice(-1)];
  }
  return line;
}

/** A line with enough points on it that bending the plane bends it everywhere: one every `step`. */
export function refined(points: readonly Point[], step: number): readonly Point[] {
  const line: Point[] = points.slice(0, 1);
  for (const [index, [bx, by]] of points.entries()) {
    const before = points[index - 1];
    if (!before) continue;
    const [ax, ay] = before;
    const parts = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / step));
    for (let part = 1; part <= parts; part++) {
      line.push([ax + ((bx - ax) * part) / parts, ay + ((by - ay) * part) / parts]);
    }
  }
  return line;
}

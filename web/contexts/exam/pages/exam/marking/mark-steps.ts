/** Most marks that are offered as buttons. */
const quickMost = 11;

/** Marks that are offered as buttons: all whole ones of a short scale, else even steps, the full mark always. */
export function quickMarks(full: number): number[] {
  const step = Math.max(1, Math.ceil(full / (quickMost - 1)));
  const marks = [];
  for (let mark = 0; mark < full; mark += step) marks.push(mark);
  return [...marks, full];
}

/** A mark changed by a step, within nothing and the full mark. */
export function stepped(score: string, by: number, full: number): string {
  const now = Number(score);
  return String(Math.min(full, Math.max(0, (Number.isFinite(now) ? now : 0) + by)));
}

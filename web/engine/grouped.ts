/**
 * A count as people read it, its digits in threes: `1,234,567`. The browser's own formatter would say the same, but takes
 * milliseconds to be made, which the first rows would wait for.
 */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

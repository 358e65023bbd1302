/**
 * Chosen values that an input shows as tags: as many as there is room for. The only one is always shown, cut where it is
 * too long: a number alone would say nothing of it.
 */
export function tagCount(chosen: number): number | 'responsive' {
  return chosen === 1 ? 1 : 'responsive';
}

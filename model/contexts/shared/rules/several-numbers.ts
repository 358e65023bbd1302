/** The separator of the numbers of a list in one text. */
const between = ', ';

/** The numbers of a text with several. */
export function numbersOf(text: string | null | undefined): string[] {
  return (text ?? '').split(between).filter(Boolean);
}

/** Different numbers as one text, without those that are named elsewhere; null if none is left. */
export function numbersText(numbers: readonly string[], without: readonly string[]): string | null {
  const rest = [...new Set(numbers)].filter(number => !without.includes(number));
  return rest.length === 0 ? null : rest.join(between);
}

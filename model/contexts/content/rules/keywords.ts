/** The words of a list that people write with commas, also Chinese ones, or semicolons. */
export function keywordsOf(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/[,，、;；]/)
    .map(word => word.trim().toLowerCase())
    .filter(word => word !== '');
}

/** Reports whether a title has one of the words; of no words every title is wanted (domain L3, `keywords`). */
export function isWanted(title: string, words: readonly string[]): boolean {
  const lower = title.toLowerCase();
  return words.length === 0 || words.some(word => lower.includes(word));
}

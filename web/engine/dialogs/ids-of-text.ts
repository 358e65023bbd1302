/** The primary keys that a person typed: the numbers, each once, and the words that are none. */
export function idsOfText(text: string): { ids: number[]; wrong: string[] } {
  const words = text
    .normalize('NFKC')
    .split(/[\s,，、;；]+/)
    .filter(Boolean);
  const ids = new Set<number>();
  const wrong: string[] = [];
  for (const word of words) {
    const id = Number(word);
    if (/^\d+$/.test(word) && Number.isSafeInteger(id) && id > 0) ids.add(id);
    else wrong.push(word);
  }
  return { ids: [...ids], wrong };
}

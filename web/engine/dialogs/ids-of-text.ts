import { plainForm } from '@yikao/model/rules/compare-text.ts';

/** The primary keys in a typed text: the numbers without duplicates, and the other words. */
export function idsOfText(text: string): { ids: number[]; wrong: string[] } {
  const words = plainForm(text)
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

import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import type { Engine } from '../../engine.ts';
import type { Actor } from '../../scope/actor.ts';
import { loadReferenceNames } from '../import/reference-names.ts';

/** Number of names from which a reference is not searched in titles, since some would match by chance. */
const mostNames = 3_000;

/** Longest name that a title may contain by chance. */
const shortest = 2;

/** The words that titles and names of sheets use for values of fields. */
export class ValueWords {
  /** By field, the words that a text may contain and the cell with the same value, longest first. */
  private readonly words: ReadonlyMap<string, readonly { readonly text: string; readonly cell: string }[]>;
  private readonly years: readonly string[];

  private constructor(words: ValueWords['words'], years: readonly string[]) {
    this.words = words;
    this.years = years;
  }

  /** Reads the words of these fields: labels of codes, and names of rows that may be referred to. */
  static async load(
    engine: Engine,
    dataset: AnyDataset,
    actor: Actor,
    fields: readonly string[],
  ): Promise<ValueWords> {
    const words = new Map<string, { text: string; cell: string }[]>();
    for (const name of fields) {
      const field = fieldOf(dataset, name);
      const found =
        field?.kind === 'code'
          ? field.of.items.flatMap(({ label, also = [] }) =>
              [label.zh, ...also].map(text => ({ text, cell: label.zh })),
            )
          : field?.kind === 'ref'
            ? [
                ...((await loadReferenceNames(engine, engine.db, dataset, [name], actor))
                  .get(name)
                  ?.texts() ?? []),
              ].map(text => ({ text, cell: text }))
            : [];
      if (found.length === 0 || found.length > mostNames) continue;
      const usable = found
        .map(({ text, cell }) => ({ text: foldText(text), cell }))
        .filter(({ text }) => text.length >= shortest && !/^\d+$/.test(text));
      words.set(
        name,
        usable.toSorted((a, b) => b.text.length - a.text.length),
      );
    }
    return new ValueWords(
      words,
      fields.filter(name => fieldOf(dataset, name)?.kind === 'year'),
    );
  }

  /** The values contained in texts, by field; none for a field with two. */
  saidBy(texts: readonly string[]): Record<string, string> {
    const said: Record<string, string> = {};
    for (const [name, words] of this.words) {
      const cells = new Set(texts.flatMap(text => heldBy(foldText(text), words)));
      const [cell] = cells;
      if (cells.size === 1 && cell !== undefined) said[name] = cell;
    }
    for (const name of this.years) {
      const years = new Set(
        texts.flatMap(text => text.normalize('NFKC').match(/(?<!\d)20\d{2}(?=\s*(?:年|届|级|$|\D))/g) ?? []),
      );
      const [year] = years;
      if (years.size === 1 && year !== undefined) said[name] = year;
    }
    return said;
  }
}

/** The cells of the words in a text; a word within a longer match does not count. */
function heldBy(text: string, words: readonly { readonly text: string; readonly cell: string }[]): string[] {
  let rest = text;
  const cells: string[] = [];
  for (const { text: word, cell } of words) {
    if (!rest.includes(word)) continue;
    rest = rest.replaceAll(word, '\u0000');
    cells.push(cell);
  }
  return cells;
}

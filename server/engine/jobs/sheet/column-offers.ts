import type { ColumnFinding } from '@yikao/model/calls/import-columns.ts';
import type { JobOperation } from '@yikao/model/contexts/jobs.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { guessFields } from './column-guess.ts';
import {
  fieldsByHeader,
  filledFields,
  type HeaderMap,
  importableFields,
  plainHeader,
} from './column-match.ts';

/**
 * The suggested fields of unmatched columns: the person's earlier choice for the same header, else the most similar
 * free field.
 */
export function offerFields(
  dataset: AnyDataset,
  op: JobOperation,
  map: HeaderMap,
  remembered: Readonly<Record<string, string>>,
): ColumnFinding['unknown'] {
  const importable = importableFields(dataset, op);
  const free = new Set(importable);
  for (const name of filledFields(dataset, map)) free.delete(name);
  const known = new Map<string, string>();
  for (const header of map.unknown) {
    const name = remembered[plainHeader(header)];
    if (name === undefined || (name !== '' && !free.has(name))) continue;
    known.set(header, name);
    free.delete(name);
  }
  const rest = map.unknown.filter(header => !known.has(header));
  const guesses = guessFields(dataset, rest, [...free]);
  return map.unknown.map(header => {
    const name = known.get(header);
    if (name !== undefined) return { header, field: name, by: 'remembered' };
    const guess = guesses.get(header);
    return { header, field: guess ?? null, by: guess === undefined ? 'none' : 'guess' };
  });
}

/** The columns matched only by a template's signature, with the labels of their fields. */
export function columnsByTemplate(
  dataset: AnyDataset,
  map: HeaderMap,
  language: Language,
): ColumnFinding['byTemplate'] {
  return map.columns.flatMap(({ header, field, by }) =>
    by === 'template' ? [{ header, label: fieldOf(dataset, field ?? '')?.label[language] ?? '' }] : [],
  );
}

/** Headers of typed fields that such a file does not set. */
export function columnsPassedOver(dataset: AnyDataset, op: JobOperation, { columns }: HeaderMap): string[] {
  const names = fieldsByHeader(dataset, importableFields(dataset, op));
  return columns.flatMap(({ header, field, by }) => {
    const name = names.get(plainHeader(header));
    const known = name === undefined || name === dataset.key ? undefined : dataset.fields[name];
    const passed = by === 'label' && field === '' && known && !known.readOnly;
    return passed ? [header] : [];
  });
}

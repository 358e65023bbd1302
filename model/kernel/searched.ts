import { type AnyDataset, isStored } from './dataset.ts';
import { type Field, type FieldMap, isPersonal, type TextField } from './field.ts';
import { marked } from './labelled.ts';

/** The parts of a declaration that decide which texts are searched. */
type SearchedBy = Pick<AnyDataset, 'identity'> & { readonly list: Pick<AnyDataset['list'], 'filters'> };

/**
 * Reports whether a field holds words in natural language, which are also searched by pinyin: not a number, code or
 * address.
 */
function isWords(field: Field | undefined): field is TextField {
  return (
    field?.kind === 'text' &&
    isStored(field) &&
    !(field.readOnly || field.private || field.format || field.find || field.multiline || isPersonal(field))
  );
}

/** Marks the fields that lists and selects search: a row's names, and the texts among the list's filters. */
export function withSearched<F extends FieldMap>(fields: F, { identity, list }: SearchedBy): F {
  const asked = new Set([identity.name, ...(identity.also ?? []), ...list.filters.map(({ field }) => field)]);
  return marked(fields, (field, name) =>
    asked.has(name) && isWords(field) ? { ...field, searched: true as const } : field,
  );
}

/** Reports whether lists and selects find rows by the words and the sound of this field. */
export function isSearched(field: Field | undefined): boolean {
  return field?.kind === 'text' && field.searched === true;
}

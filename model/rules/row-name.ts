import type { AnyDataset } from '../kernel/dataset.ts';
import { type Field, refNameKey } from '../kernel/field.ts';
import type { Language } from '../kernel/label.ts';

/** A row as a client reads it. */
type Shown = Readonly<Record<string, unknown>>;

/** A distinguishing value as part of a row's name; a bare number with its field's label. */
function partOfName(name: string, field: Field, row: Shown, language: Language): string | undefined {
  const value = field.kind === 'ref' ? row[refNameKey(name)] : row[name];
  if (value === undefined || value === null || value === '') return;
  switch (field.kind) {
    case 'ref':
    case 'year':
    case 'text':
      return String(value);
    case 'code':
      return field.of.items.find(({ code }) => code === value)?.label[language];
    case 'integer':
    case 'decimal':
      return `${field.label[language]} ${String(value)}`;
    default:
      return;
  }
}

/** The row's own name; undefined if its dataset has none, or it has not been written yet. */
export function ownName(dataset: AnyDataset, row: Shown): string | undefined {
  const own = dataset.fields[dataset.identity.name]?.kind === 'text' ? row[dataset.identity.name] : undefined;
  return typeof own === 'string' && own ? own : undefined;
}

/** A recognisable name for a row: its own, else its distinguishing values, else its id. */
export function nameOfRow(dataset: AnyDataset, row: Shown, language: Language): string {
  const own = ownName(dataset, row);
  if (own !== undefined) return own;
  const id = `ID ${String(row[dataset.key] ?? '')}`;
  // Rows identified by number name it themselves.
  if (dataset.identity.name === dataset.key && dataset.naturalKey[0] !== dataset.key) return id;
  const names = dataset.naturalKey.length > 0 ? dataset.naturalKey : [dataset.identity.name];
  const parts = names.flatMap(name => {
    const field = dataset.fields[name];
    return field ? (partOfName(name, field, row, language) ?? []) : [];
  });
  return parts.join(' ') || id;
}

/** Fields that {@link nameOfRow} reads: the key, the name, and the distinguishing values. */
export function namingFields({ key, identity, naturalKey, fields }: AnyDataset): string[] {
  return [...new Set([key, identity.name, ...naturalKey])].filter(name => {
    const field = fields[name];
    return field && !field.private && !field.derived && !field.elsewhere;
  });
}

import type { AnyDataset } from '../../kernel/dataset.ts';
import { type Field, type FieldKind, refNameKey } from '../../kernel/field.ts';
import type { Language } from '../../kernel/label.ts';

/** A row as a client reads it. */
type Shown = Readonly<Record<string, unknown>>;

/** Kinds of fields whose values tell a row apart in its name. */
export const namedKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'ref',
  'year',
  'text',
  'mobile',
  'date',
  'dateTime',
  'code',
  'integer',
  'decimal',
]);

/** Length of a time to the minute: `2026-05-01 19:00`. */
const toMinute = 16;

/** A distinguishing value as part of a row's name; a bare number with its field's label. */
function partOfName(name: string, field: Field, row: Shown, language: Language): string | undefined {
  const value = field.kind === 'ref' ? row[refNameKey(name)] : row[name];
  if (value === undefined || value === null || value === '') return;
  switch (field.kind) {
    case 'ref':
    case 'year':
    case 'text':
    case 'mobile':
    case 'date':
      return String(value);
    case 'dateTime':
      return String(value).slice(0, toMinute);
    case 'code':
      return field.of.items.find(({ code }) => code === value)?.label[language];
    case 'id':
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

/** Fields whose values together name a row that has no name, or whose name has not been written yet. */
export function tellingFields({ identity, naturalKey }: AnyDataset): readonly string[] {
  return identity.parts ?? (naturalKey.length > 0 ? naturalKey : [identity.name]);
}

/** A recognisable name for a row: its own, else its distinguishing values, else its id. */
export function nameOfRow(dataset: AnyDataset, row: Shown, language: Language): string {
  const own = ownName(dataset, row);
  if (own !== undefined) return own;
  const parts = tellingFields(dataset).flatMap(name => {
    const field = dataset.fields[name];
    return field ? (partOfName(name, field, row, language) ?? []) : [];
  });
  return parts.join(' ') || `ID ${String(row[dataset.key] ?? '')}`;
}

/** Fields that {@link nameOfRow} reads: the key, the name, and the distinguishing values. */
export function namingFields(dataset: AnyDataset): string[] {
  return [...new Set([dataset.key, dataset.identity.name, ...tellingFields(dataset)])].filter(name => {
    const field = dataset.fields[name];
    return field && !field.private && !field.derived && !field.elsewhere;
  });
}

import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type Field, refNameKey } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import type { TableColumnType } from 'antd';
import type { CellProps, FieldRecord } from '../../fields/field-view.ts';
import { isSortable, viewOf } from '../../fields/index.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import type { ColumnChoice } from '../hooks/list-columns.ts';
import styles from './DatasetTable.module.css';

/** Pixels of one character of a heading, of its padding and of the mark that orders by it. */
const heading = { zh: 13.5, en: 7.4, padding: 40 } as const;

/** Pixels of one character of a code's label, and of what is around it; longer ones are cut. */
const tag = { zh: 12, en: 6.8, padding: 34, widest: 220 } as const;

/** The table's columns for the person's choice of them. */
export function tableColumns(
  dataset: AnyDataset,
  choices: readonly ColumnChoice[],
  sort: string | undefined,
  language: Language,
): (TableColumnType<FieldRecord> & { width: number })[] {
  return choices.flatMap(({ name, shown, pinned }) => {
    const declared = fieldOf(dataset, name);
    if (!shown || !declared) return [];
    // A key that is another row's number is shown as what it is, beside the name.
    const isKey = name === dataset.key && declared.kind === 'ref';
    const field: Field = isKey ? { ...declared, kind: 'id' } : declared;
    const view = viewOf(field);
    const title = field.label[language];
    const longest =
      field.kind === 'code' ? Math.max(...field.of.items.map(({ label }) => label[language].length)) : 0;
    const width = Math.max(
      view.columnWidth(field),
      Math.ceil(title.length * heading[language]) + heading.padding,
      Math.min(Math.ceil(longest * tag[language]) + tag.padding, tag.widest),
    );
    return [
      {
        key: name,
        dataIndex: name,
        title,
        width,
        align: view.align,
        ellipsis: true,
        ...(pinned && { fixed: 'start' as const }),
        ...(isSortable(field) && {
          sorter: true,
          ...(sort === undefined && { onHeaderCell: () => orderedBy(dataset, name) }),
          sortOrder: sort === name ? ('ascend' as const) : sort === `-${name}` ? ('descend' as const) : null,
        }),
        render: (value: unknown, record: FieldRecord) => (
          <FieldCell field={field} name={name} value={value} record={record} />
        ),
      },
    ];
  });
}

/** The mark of a heading by which the list is ordered until somebody chooses; none for the others. */
function orderedBy({ list }: AnyDataset, name: string): { className?: string } {
  if (list.sort.includes(name)) return { className: styles.ascending ?? '' };
  if (list.sort.includes(`-${name}`)) return { className: styles.descending ?? '' };
  return {};
}

/** The value of a field as a list shows it, in the way of its screen where that has one. */
export function FieldCell(props: CellProps) {
  const { cells } = useFieldOverrides();
  const Cell = cells?.[props.name] ?? viewOf(props.field).Cell;
  return <Cell {...props} />;
}

/** A value that tells a row apart, as a part of its name; a bare number with the name of its field. */
function partOfName(name: string, field: Field, row: FieldRecord): string | undefined {
  const value = field.kind === 'ref' ? row[refNameKey(name)] : row[name];
  if (value === undefined || value === null || value === '') return;
  const language = currentLanguage();
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

/** A name for a row that a person knows it by: its own, else what tells it apart from the others, else its number. */
export function rowName(dataset: AnyDataset, row: FieldRecord): string {
  const own = dataset.fields[dataset.identity.name]?.kind === 'text' ? row[dataset.identity.name] : undefined;
  if (typeof own === 'string' && own) return own;
  const id = `ID ${String(row[dataset.key] ?? '')}`;
  // Rows that are told by their number say so themselves.
  if (dataset.identity.name === dataset.key && dataset.naturalKey[0] !== dataset.key) return id;
  const parts = dataset.naturalKey.flatMap(name => {
    const field = dataset.fields[name];
    return field ? (partOfName(name, field, row) ?? []) : [];
  });
  return parts.join(' ') || id;
}

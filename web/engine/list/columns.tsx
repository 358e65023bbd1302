import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { nameOfRow } from '@yikao/model/rules/names/row-name.ts';
import type { TableColumnType } from 'antd';
import type { CellProps, FieldRecord } from '../../fields/field-view.ts';
import { isSortable, viewOf } from '../../fields/index.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { type FieldOverrides, useFieldOverrides } from '../field-overrides.ts';
import styles from './DatasetTable.module.css';
import type { ColumnChoice } from './list-columns.ts';

/** Pixels per character of a heading, its padding and sort arrow. */
const heading = { zh: 13.5, en: 7.4, padding: 40 } as const;

/** Pixels per character of a code's label, and around it; longer labels are cut. */
const tag = { zh: 12, en: 6.8, padding: 34, widest: 220 } as const;

/** Pixels that a second line of a heading has to save. */
const worthBreaking = 12;

/** Width of a column for its heading, given the cells' width `cell`: on one line, or on two if that saves space. */
function headingWidth(title: string, language: Language, cell: number): number {
  const { [language]: character, padding } = heading;
  const whole = Math.ceil(title.length * character) + padding;
  if (whole < cell + worthBreaking) return whole;
  const words = title.split(' ');
  const halves = words
    .slice(1)
    .map((_, at) => Math.max(words.slice(0, at + 1).join(' ').length, words.slice(at + 1).join(' ').length));
  // Chinese is broken anywhere, other languages between words.
  const longest =
    language === 'zh' && words.length === 1 ? Math.ceil(title.length / 2) : Math.min(title.length, ...halves);
  return Math.ceil(longest * character) + padding;
}

/** The table's columns, by the person's choice. */
export function tableColumns(
  dataset: AnyDataset,
  choices: readonly ColumnChoice[],
  sort: string | undefined,
  language: Language,
  widths: FieldOverrides['widths'] = {},
): (TableColumnType<FieldRecord> & { width: number })[] {
  const marks = orderMarks(dataset, sort);
  return choices.flatMap(({ name, shown, pinned }) => {
    const declared = fieldOf(dataset, name);
    if (!shown || !declared) return [];
    // A key that is another row's id is shown as such, next to the name.
    const isKey = name === dataset.key && declared.kind === 'ref';
    const field: Field = isKey ? { ...declared, kind: 'id' } : declared;
    const view = viewOf(field);
    const title = field.label[language];
    const longest =
      field.kind === 'code' ? Math.max(...field.of.items.map(({ label }) => label[language].length)) : 0;
    const needed = widths[name] ?? view.columnWidth(field);
    const mark = marks.get(name);
    // Read by `cells.ts`; a cell has the focus after an arrow key or a press.
    const cell = { role: 'cell', 'data-column': name, tabIndex: -1 };
    const width = Math.max(
      needed,
      headingWidth(title, language, needed),
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
        ...(mark && { onHeaderCell: () => mark }),
        onCell: () => cell,
        ...(isSortable(field) && {
          sorter: true,
          sortOrder: sort === name ? ('ascend' as const) : sort === `-${name}` ? ('descend' as const) : null,
        }),
        render: (value: unknown, record: FieldRecord) => (
          <FieldCell field={field} name={name} value={value} record={record} />
        ),
      },
    ];
  });
}

/**
 * The sort mark of a heading: its arrow, its position among the sorted fields, and its description for screen readers.
 */
interface OrderMark {
  readonly className?: string;
  readonly 'data-order'?: number;
  readonly 'aria-sort'?: 'ascending' | 'descending' | 'other';
}

/**
 * The sort marks of headings before the person sorts, by field: the direction, and the position if there are several. A
 * reference is sorted by its hidden id, so it has no direction. The table itself marks the person's choice.
 */
function orderMarks(dataset: AnyDataset, sort: string | undefined): ReadonlyMap<string, OrderMark> {
  if (sort !== undefined) return new Map();
  const terms = dataset.list.sort;
  return new Map(
    terms.map((term, at): [string, OrderMark] => {
      const name = term.replace(/^-/, '');
      const declared = fieldOf(dataset, name);
      const isReference = name !== dataset.key && declared?.kind === 'ref';
      const direction = isReference ? 'other' : term.startsWith('-') ? 'descending' : 'ascending';
      return [
        name,
        {
          ...(direction !== 'other' && { className: styles[direction] ?? '' }),
          ...(terms.length > 1 && { 'data-order': at + 1 }),
          // Screen readers announce one field only.
          ...(at === 0 && { 'aria-sort': direction }),
        },
      ];
    }),
  );
}

/** The value of a field in a list, with the screen's custom rendering if there is one. */
export function FieldCell(props: CellProps) {
  const { cells } = useFieldOverrides();
  const Cell = cells?.[props.name] ?? viewOf(props.field).Cell;
  return <Cell {...props} />;
}

/** A recognisable name for a row, in the language of the screen. */
export function rowName(dataset: AnyDataset, row: FieldRecord): string {
  return nameOfRow(dataset, row, currentLanguage());
}

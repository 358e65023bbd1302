import { cellOfLine } from '@yikao/model/fields/lines.ts';
import type { LineColumn, LinesField } from '@yikao/model/kernel/field.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { grouped, type LineRecord, yuanText } from '../parts/values.ts';
import styles from './lines.module.css';

const numbers: readonly LineColumn['kind'][] = ['integer', 'decimal', 'money'];

/** Reports whether a column's cells are right-aligned, as numbers are. */
export function isNumeric(column: LineColumn): boolean {
  return numbers.includes(column.kind);
}

/** An amount of a column as people read it. */
function amountText(column: LineColumn, text: string): string {
  if (text === '') return '';
  if (column.kind === 'money') return yuanText(text);
  return column.kind === 'integer' ? grouped(text.replace(/\.0+$/, '')) : grouped(text);
}

/** Most characters of a text that a narrow column shows well. */
const shortText = 6;

/** The lines of a row, read-only. */
export function LinesTable({
  field,
  lines,
}: {
  readonly field: LinesField;
  readonly lines: readonly LineRecord[];
}) {
  const language = useLanguage();
  const columns = Object.entries(field.of);
  const textOf = (column: LineColumn, value: unknown) => {
    const text = cellOfLine(column, value, language);
    return isNumeric(column) ? amountText(column, text) : text;
  };
  const wide = new Set(
    columns.flatMap(([name, column]) =>
      !isNumeric(column) && lines.some(line => textOf(column, line[name]).length > shortText) ? [name] : [],
    ),
  );
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(([name, column]) => (
              <th key={name} scope="col" data-number={isNumeric(column)}>
                {column.label[language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            // A line has no id; its position identifies it.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={place}>
              {columns.map(([name, column]) => (
                <td key={name} data-number={isNumeric(column)} data-wide={wide.has(name)}>
                  {textOf(column, line[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { ImportPreview, OpenColumn } from '@yikao/model/calls/import-columns.ts';
import { useTranslation } from 'react-i18next';
import styles from '../dialogs/dialogs.module.css';

interface ImportPreviewTableProps {
  readonly preview: ImportPreview;
  readonly labelOf: (name: string) => string;
  readonly fieldOf: (column: OpenColumn) => string | null;
}

/** The first rows of a file, each column with its header and its field. */
export function ImportPreviewTable({ preview, labelOf, fieldOf }: ImportPreviewTableProps) {
  const { t } = useTranslation('engine');
  const columns = preview.columns.map((column, index) => ({ ...column, index, into: fieldOf(column) }));
  const shown = columns.filter(
    ({ header, index }) => header !== '' || preview.rows.some(({ cells }) => cells[index]),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard
    <section className={styles.preview} aria-label={t('import.firstRows')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={styles.rowNumber} aria-label={t('jobs.errors.row')} />
            {shown.map(({ header, index, into, group }) => (
              <th key={index} scope="col" data-out={into === ''} data-open={into === null}>
                <span title={header}>{group === undefined ? header || '–' : `${group} · ${header}`}</span>
                <small>
                  {into === null ? t('import.undecided') : into === '' ? t('import.leftOut') : labelOf(into)}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ row, cells }) => (
            <tr key={row}>
              <td className={styles.rowNumber}>{row}</td>
              {shown.map(({ index, into }) => (
                <td key={index} data-out={into === ''} title={cells[index]}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

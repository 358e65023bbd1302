import { FileExcelOutlined, PictureOutlined, PieChartOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ChartPanel.module.css';
import { savePicture, saveSheet } from './save-chart.ts';

interface ChartPanelProps {
  readonly title: string;
  /** The figures of the chart, as its table and its sheet have them. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** As high as a pie rather than a line. */
  readonly tall?: boolean;
  /** Nothing is loaded yet. */
  readonly waiting: boolean;
  /** Retries after a failure; there is then nothing else to show. */
  readonly retry?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The frame of a chart: it also provides a table, and saves the chart as a picture or sheet. */
export function ChartPanel({
  title,
  columns,
  rows,
  tall = false,
  waiting,
  retry,
  children,
}: ChartPanelProps) {
  const { t } = useTranslation('stat');
  const place = useRef<HTMLElement>(null);
  const [asTable, setAsTable] = useState(false);
  const nothing = waiting || retry !== undefined;
  const picture = () => {
    const svg = place.current?.querySelector<SVGSVGElement>('figure > svg');
    if (svg) void savePicture(title, svg, title);
  };
  const tools = [
    {
      key: 'table',
      name: asTable ? t('chart.chart') : t('chart.table'),
      icon: asTable ? <PieChartOutlined aria-hidden /> : <TableOutlined aria-hidden />,
      use: () => setAsTable(is => !is),
    },
    ...(asTable
      ? []
      : [{ key: 'picture', name: t('chart.picture'), icon: <PictureOutlined aria-hidden />, use: picture }]),
    {
      key: 'sheet',
      name: t('chart.sheet'),
      icon: <FileExcelOutlined aria-hidden />,
      use: () => saveSheet(title, columns, rows),
    },
  ];
  return (
    <section ref={place} className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <div className={styles.tools}>
          {!nothing &&
            tools.map(({ key, name, icon, use }) => (
              <Tooltip key={key} title={name}>
                <Button
                  size="small"
                  type="text"
                  icon={icon}
                  aria-label={t('chart.of', { name, title })}
                  onClick={use}
                />
              </Tooltip>
            ))}
        </div>
      </div>
      {nothing ? (
        <div className={styles.waiting} data-tall={tall}>
          {retry && (
            <Button size="small" onClick={retry}>
              {t('retry')}
            </Button>
          )}
        </div>
      ) : asTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled by keys
        <div className={styles.table} data-tall={tall} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {columns.map(column => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={String(row[0])}>
                  {row.map((value, at) => (
                    <td key={columns[at]}>
                      {typeof value === 'number' ? value.toLocaleString('en-US') : value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        children
      )}
    </section>
  );
}

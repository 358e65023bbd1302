import type { SummaryAnswer } from '@yikao/model/calls/summary.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type SummaryKind, summaryFigure } from '@yikao/model/kernel/places.ts';
import { Button, Popover, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../fields/index.ts';
import { NumberText } from '../../fields/parts/NumberText.tsx';
import { grouped } from '../../fields/parts/values.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { Kept } from '../layout/use-kept.ts';
import styles from './SummaryRow.module.css';
import type { ListSummary } from './use-summary.ts';

/** Height of a row of sums in pixels. */
export const summaryRowHeight = 36;

/** A column of the table, as far as the sums look at it. */
interface Column {
  readonly key?: unknown;
}

/** The columns with sums; empty if the person has hidden them. */
export function summedColumns(dataset: AnyDataset, columns: readonly Column[]): string[] {
  return columns.map(({ key }) => String(key)).filter(name => Object.hasOwn(dataset.summary, name));
}

interface SummaryRows {
  readonly dataset: AnyDataset;
  readonly columns: readonly Column[];
  readonly selectable: boolean;
  readonly summary: ListSummary;
  /** The names of the two rows. */
  readonly labels: { readonly all: string; readonly selected: string };
}

/**
 * The rows of sums fixed below the scrolling table: of all matching rows, and of the selected ones. Not a component:
 * the table fixes them only if its `summary` returns them directly.
 */
export function summaryRows({ dataset, columns, selectable, summary, labels }: SummaryRows) {
  const common = { dataset, columns, offset: selectable ? 1 : 0 };
  return (
    <Table.Summary fixed>
      <SummaryLine {...common} label={labels.all} of={summary.all} />
      {summary.selected && <SummaryLine {...common} label={labels.selected} of={summary.selected} />}
    </Table.Summary>
  );
}

interface SummaryLineProps {
  readonly dataset: AnyDataset;
  readonly columns: readonly Column[];
  /** Number of columns before {@link columns}. */
  readonly offset: number;
  readonly label: string;
  readonly of: Kept<SummaryAnswer>;
}

/** One row of sums, each with the name of its column, which may be out of sight. */
function SummaryLine({ dataset, columns, offset, label, of }: SummaryLineProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const failed = of.error !== null && !of.data;
  return (
    <Table.Summary.Row className={styles.row ?? ''}>
      <Table.Summary.Cell index={0} colSpan={columns.length + offset}>
        <SumsCell>
          <span className={styles.label} title={failed ? of.error?.message : undefined}>
            {failed ? t('list.sumFailed') : label}
          </span>
          {summedColumns(dataset, columns).map(name => {
            const figure = summaryFigure(dataset, name);
            const value = of.data?.values[name];
            if (figure === undefined || value === undefined) return null;
            return (
              <span key={name} className={styles.sum}>
                <span className={styles.name}>{figure.label[language]}</span>
                <SummaryValue dataset={dataset} name={name} kind={figure.of} value={value} stale={of.stale} />
              </span>
            );
          })}
          {of.data?.states && of.data.states.of.length > 1 && (
            <SumsByState
              dataset={dataset}
              names={summedColumns(dataset, columns)}
              states={of.data.states}
              stale={of.stale}
            />
          )}
        </SumsCell>
      </Table.Summary.Cell>
    </Table.Summary.Row>
  );
}

/** The cell of a row of sums: its roles are those of `table-parts.tsx`, since the table around it is for the layout. */
function SumsCell({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: Ant Design's row takes no role
    // biome-ignore lint/a11y/useFocusableInteractive: a row of a table, not of a grid
    <div role="row">
      {/* biome-ignore lint/a11y/useSemanticElements: nor does its cell */}
      <div role="cell" className={styles.sums}>
        {children}
      </div>
    </div>
  );
}

interface SumsByStateProps {
  readonly dataset: AnyDataset;
  readonly names: readonly string[];
  readonly states: NonNullable<SummaryAnswer['states']>;
  readonly stale: boolean;
}

/** The sums of each state, including states that the row of sums leaves out. */
function SumsByState({ dataset, names, states, stale }: SumsByStateProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const by = dataset.fields[states.by];
  if (!by) return null;
  const { Cell } = viewOf(by);
  const order = by.kind === 'code' ? by.of.items.map(({ code }) => String(code)) : [];
  const place = ({ key }: { readonly key: number | string | null }) => order.indexOf(String(key));
  const table = (
    <table className={styles.byState}>
      <thead>
        <tr>
          <th scope="col">{by.label[language]}</th>
          <th scope="col">{t('list.rowCount')}</th>
          {names.map(name => (
            <th key={name} scope="col">
              {dataset.fields[name]?.label[language]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {states.of
          .toSorted((one, other) => place(one) - place(other))
          .map(({ key, count, values }) => (
            <tr key={key}>
              <th scope="row">
                <Cell field={by} name={states.by} value={key} record={{ [states.by]: key }} />
              </th>
              <td>{count.toLocaleString('en-US')}</td>
              {names.map(name => (
                <td key={name}>
                  <SummaryValue
                    dataset={dataset}
                    name={name}
                    kind={summaryFigure(dataset, name)?.of ?? 'sum'}
                    value={values[name] ?? null}
                    stale={stale}
                  />
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
  return (
    <Popover content={table} trigger="click" placement="top">
      <Button type="link" size="small" className={styles.states ?? ''}>
        {t('list.byState')}
      </Button>
    </Popover>
  );
}

interface SummaryValueProps {
  readonly dataset: AnyDataset;
  readonly name: string;
  readonly kind: SummaryKind;
  readonly value: string | null;
  readonly stale: boolean;
}

function SummaryValue({ dataset, name, kind, value, stale }: SummaryValueProps) {
  const { t } = useTranslation('engine');
  const field = dataset.fields[name];
  if (!field) return null;
  const { Cell } = viewOf(field);
  return (
    <span className={styles.value} data-stale={stale}>
      {kind !== 'sum' && <small>{t(`list.${kind}`)}</small>}
      {field.kind === 'integer' || (field.kind === 'decimal' && !field.share) ? (
        <NumberText text={grouped(value ?? '')} />
      ) : (
        <Cell field={field} name={name} value={value} record={{ [name]: value }} />
      )}
    </span>
  );
}

import type { SummaryAnswer } from '@yikao/model/calls/summary.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { SummaryKind } from '@yikao/model/kernel/places.ts';
import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { viewOf } from '../../fields/index.ts';
import { NumberText } from '../../fields/parts/NumberText.tsx';
import { grouped } from '../../fields/parts/values.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import type { Kept } from '../hooks/use-kept.ts';
import type { ListSummary } from '../hooks/use-summary.ts';
import styles from './SummaryRow.module.css';

/** Pixels of one row of sums. */
export const summaryRowHeight = 36;

/** A column of the table, as far as the sums look at it. */
interface Column {
  readonly key?: unknown;
}

/** Which of the columns have sums; none where the person has put them away. */
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
 * The rows of sums that stay beneath the table while it scrolls: of all rows that match, and of the selected ones.
 * Not a component: the table keeps them in their place only where they come from its `summary` itself.
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
  /** How many columns there are beside {@link columns}. */
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
        <div className={styles.sums}>
          <span className={styles.label} title={failed ? of.error?.message : undefined}>
            {failed ? t('list.sumFailed') : label}
          </span>
          {summedColumns(dataset, columns).map(name => {
            const kind = dataset.summary[name];
            const value = of.data?.values[name];
            if (kind === undefined || value === undefined) return null;
            return (
              <span key={name} className={styles.sum}>
                <span className={styles.name}>{dataset.fields[name]?.label[language]}</span>
                <SummaryValue dataset={dataset} name={name} kind={kind} value={value} stale={of.stale} />
              </span>
            );
          })}
        </div>
      </Table.Summary.Cell>
    </Table.Summary.Row>
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
      {field.kind === 'integer' || field.kind === 'decimal' ? (
        <NumberText text={grouped(value ?? '')} />
      ) : (
        <Cell field={field} name={name} value={value} record={{ [name]: value }} />
      )}
    </span>
  );
}

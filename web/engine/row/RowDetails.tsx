import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Button, Skeleton, Tabs } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { permitted } from '../access/may.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { Trouble } from '../boundary/Trouble.tsx';
import { grouped } from '../grouped.ts';
import { HistoryTimeline } from '../history/HistoryTimeline.tsx';
import type { ExtraRowTab } from '../screen/screen-parts.ts';
import { useFurtherRows } from './further-rows.ts';
import type { RowActionsOf } from './RowActions.tsx';
import { RowButtons } from './RowButtons.tsx';
import styles from './RowDetails.module.css';
import { RowFields } from './RowFields.tsx';
import { type Children, useChildren } from './use-children.ts';
import { useRow } from './use-row.ts';

/** A part of a row's details: its fields, its history, `of-<dataset>` for children, or a tab's key; blank for the first. */
export type DetailPart = '' | 'fields' | 'history' | (string & {});

interface RowDetailsProps {
  readonly dataset: AnyDataset;
  readonly rowKey: number;
  readonly actions: RowActionsOf;
  readonly tabs: readonly ExtraRowTab[];
  /** The part that is shown of the row. */
  readonly part: DetailPart;
  readonly onPart: (part: DetailPart) => void;
}

/** One row in full: its actions, fields, child rows, the screen's tabs, and its history. */
export function RowDetails({ dataset, rowKey, actions, tabs, part, onPart }: RowDetailsProps) {
  const { t } = useTranslation(['engine', 'trust']);
  const language = useLanguage();
  const { row, error, retry } = useRow(dataset, rowKey);
  const children = useChildren(dataset, row);
  if (error) {
    return (
      <Trouble title={t('list.failed')} text={error.message}>
        <Button onClick={retry}>{t('list.retry')}</Button>
      </Trouble>
    );
  }
  if (!row) return <Skeleton active paragraph={{ rows: 10 }} />;
  const own = permitted(tabs).filter(({ fits }) => fits === undefined || fits(row));
  const parts = [
    ...own.filter(({ first }) => first).map(({ key, label }) => ({ key, label })),
    { key: 'fields', label: t('trust:history.fields') },
    // Parts of ids in the page, which have no spaces.
    ...children.map(({ dataset: { name }, label, count }) => ({
      key: `of-${name}`,
      label: <Counted text={label[language]} count={count} />,
    })),
    ...own.filter(({ first }) => !first).map(({ key, label }) => ({ key, label })),
    ...(actions.history ? [{ key: 'history', label: t('trust:history.title') }] : []),
  ];
  // The row shown next may not have the tab that was chosen, and none is chosen at first.
  const shown = parts.some(({ key }) => key === part) ? part : (parts[0]?.key ?? 'fields');
  return (
    <div className={styles.details} data-list={shown.startsWith('of-')}>
      <RowButtons
        row={row}
        actions={actions}
        inTab={own.flatMap(({ offers = [] }) => offers)}
        quiet={own.some(({ first }) => first)}
      />
      {parts.length > 1 && (
        <Tabs className={styles.parts ?? ''} size="small" activeKey={shown} onChange={onPart} items={parts} />
      )}
      <div className={styles.body} key={`${rowKey} ${shown}`}>
        <Boundary>
          {shown === 'fields' && <RowFields dataset={dataset} row={row} />}
          {shown === 'history' && (
            <HistoryTimeline
              dataset={dataset}
              rowKey={rowKey}
              canRestore={actions.edit !== undefined && actions.editable(row)}
            />
          )}
          {own.find(({ key }) => key === shown)?.render(row)}
          <ChildList of={children.find(({ dataset: { name } }) => shown === `of-${name}`)} />
        </Boundary>
      </div>
    </div>
  );
}

function ChildList({ of }: { readonly of: Children | undefined }) {
  const { List } = useFurtherRows();
  if (!of) return null;
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
      <List dataset={of.dataset} fixed={of.fixed} tools={['add', 'export']} />
    </Suspense>
  );
}

function Counted({ text, count }: { readonly text: string; readonly count: number | undefined }) {
  return (
    <span className={styles.counted}>
      {text}
      {count !== undefined && <span data-none={count === 0}>{grouped(count)}</span>}
    </span>
  );
}

import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { changeWays, historyOperations, type RowChange } from '@yikao/model/calls/history.ts';
import { jobKinds } from '@yikao/model/contexts/jobs.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import { type AnyDataset, hasImportBatch, systemFields } from '@yikao/model/kernel/dataset.ts';
import { Button, Drawer, Flex, Select, Skeleton, Tag } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterValues } from '../../fields/field-view.ts';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { RangeFilter } from '../../fields/parts/RangeFilter.tsx';
import { RowFilter } from '../../fields/pick/RowFilter.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { Trouble } from '../boundary/Trouble.tsx';
import { rowName } from '../list/columns.tsx';
import { NoMatch } from '../list/NoMatch.tsx';
import type { ListController } from '../list/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import styles from './ChangesDrawer.module.css';
import { type ConditionKey, noConditions, readConditions, writeConditions } from './changes-conditions.ts';
import { HistoryEntry } from './HistoryEntry.tsx';
import timeline from './HistoryTimeline.module.css';
import { useChanges } from './use-changes.ts';

interface ChangesDrawerProps {
  readonly list: ListController;
  /** Opens the history of a row. */
  readonly onRow: (key: number) => void;
}

/** Every change of the rows of a dataset, newest first; its conditions are part of the address. */
export function ChangesDrawer({ list, onRow }: ChangesDrawerProps) {
  const { dataset } = list;
  const { t } = useTranslation('trust');
  const language = useLanguage();
  const phone = usePhone();
  const conditions = readConditions(list.changes ?? '');
  return (
    <Drawer
      open
      size={phone ? '100%' : 'min(960px, 86vw)'}
      title={t('changes.title', { what: dataset.label[language] })}
      onClose={() => list.showChanges(undefined)}
    >
      <Conditions
        // Conditions from the address replace those being typed.
        key={writeConditions(conditions)}
        dataset={dataset}
        conditions={conditions}
        onSearch={next => list.showChanges(writeConditions(next))}
      />
      <Changes
        dataset={dataset}
        conditions={conditions}
        onClear={() => list.showChanges(noConditions)}
        onRow={onRow}
      />
    </Drawer>
  );
}

interface ConditionsProps {
  readonly dataset: AnyDataset;
  readonly conditions: FilterValues;
  readonly onSearch: (conditions: FilterValues) => void;
}

function Conditions({ dataset, conditions, onSearch }: ConditionsProps) {
  const { t } = useTranslation(['trust', 'engine']);
  const language = useLanguage();
  const id = useId();
  const [draft, setDraft] = useState(conditions);
  const set = (change: FilterValues) => setDraft(old => ({ ...old, ...change }));
  const of = (as: string) => ({
    as,
    id: `${id}-${as}`,
    values: draft,
    disabled: false,
    onChange: set,
  });
  const choice = (key: ConditionKey, label: string, options: { value: string; label: string }[]) => (
    <Part id={`${id}-${key}`} label={label}>
      <Select
        id={`${id}-${key}`}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('engine:filter.all')}
        value={draft[key]?.[0] ?? null}
        onChange={value => set({ [key]: value ? [value] : [] })}
        options={options}
      />
    </Part>
  );
  const fields = Object.entries(dataset.fields).filter(([, field]) => !(field.private || field.derived));
  const ways = changeWays.filter(
    way =>
      way === 'edit' ||
      (way === 'step' ? machineOf(dataset) !== undefined : usualWays.has(way) && hasImportBatch(dataset)),
  );
  return (
    <form
      className={styles.conditions}
      aria-label={t('engine:filter.label')}
      onSubmit={event => {
        event.preventDefault();
        onSearch(draft);
      }}
    >
      <Part id={`${id}-userId`} label={t('changes.person')}>
        <RowFilter field={systemFields.updateBy} {...of('userId')} />
      </Part>
      <Part id={`${id}-time`} label={t('changes.time')} wide>
        <RangeFilter field={systemFields.updateTime} {...of('time')} />
      </Part>
      {choice(
        'field',
        t('changes.field'),
        fields.map(([name, field]) => ({ value: name, label: field.label[language] })),
      )}
      {choice(
        'op',
        t('changes.op'),
        historyOperations.map(op => ({ value: op, label: t(`history.ops.${op}`) })),
      )}
      {choice(
        'way',
        t('changes.way'),
        ways.map(way => ({
          value: way,
          label: way === 'edit' || way === 'step' ? t(`changes.ways.${way}`) : jobKinds[way].label[language],
        })),
      )}
      <Flex gap={8}>
        <Button type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
          {t('engine:filter.search')}
        </Button>
        <Button icon={<ReloadOutlined aria-hidden />} onClick={() => onSearch({})}>
          {t('engine:filter.reset')}
        </Button>
      </Flex>
    </form>
  );
}

/** Jobs of every dataset with workbooks that change its rows. */
const usualWays: ReadonlySet<string> = new Set([
  'import',
  'batchUpdate',
  'batchSet',
  'batchDelete',
  'undo',
  'redo',
]);

function Part({
  id,
  label,
  wide = false,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.part} data-wide={wide}>
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

interface ChangesProps extends Omit<ConditionsProps, 'onSearch'> {
  readonly onClear: () => void;
  readonly onRow: (key: number) => void;
}

function Changes({ dataset, conditions, onClear, onRow }: ChangesProps) {
  const { t } = useTranslation(['trust', 'engine']);
  const found = useChanges(dataset, conditions);
  const narrowed = Object.keys(conditions).length > 0;
  if (found.error) {
    return (
      <Trouble title={t('engine:list.failed')} text={found.error.message}>
        <Button onClick={found.retry}>{t('engine:list.retry')}</Button>
      </Trouble>
    );
  }
  if (found.loading) return <Skeleton active title={false} paragraph={{ rows: 12 }} />;
  return (
    <>
      {found.changes.length === 0 ? (
        narrowed ? (
          <NoMatch size="small" title={t('changes.noMatch')} onClear={onClear} />
        ) : (
          <EmptyState size="small" title={t('changes.none')} hint={t('changes.noneHint')} />
        )
      ) : (
        <ol className={timeline.line} aria-label={t('changes.label')}>
          {found.changes.map(change => (
            <HistoryEntry
              key={change.historyId}
              dataset={dataset}
              entry={change}
              about={<About dataset={dataset} change={change} onRow={onRow} />}
            />
          ))}
        </ol>
      )}
      {found.hasMore && (
        <Button block loading={found.loadingMore} onClick={found.more}>
          {t('changes.more', { time: found.seenTo?.slice(0, 16) })}
        </Button>
      )}
    </>
  );
}

/** The row that was changed, with the way to its history; of rows that were changed alike their number. */
function About({
  dataset,
  change,
  onRow,
}: {
  readonly dataset: AnyDataset;
  readonly change: RowChange;
  readonly onRow: (key: number) => void;
}) {
  const { t } = useTranslation('trust');
  if (!change.row) return <span className={styles.about}>{t('changes.rows', { count: change.rows })}</span>;
  const name = rowName(dataset, change.row);
  if (change.deleted) {
    return (
      <span className={styles.about}>
        {name} <Tag>{t('changes.deleted')}</Tag>
      </span>
    );
  }
  return (
    <Button type="link" size="small" className={styles.about ?? ''} onClick={() => onRow(change.key)}>
      {name}
    </Button>
  );
}

import { UndoOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { Button, Drawer, Switch, Table } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { LoadFailed } from '../boundary/LoadFailed.tsx';
import { StaleNotice } from '../boundary/StaleNotice.tsx';
import { HistoryTimeline } from '../history/HistoryTimeline.tsx';
import { rowName, tableColumns } from '../list/columns.tsx';
import { declaredColumns } from '../list/list-columns.ts';
import type { ListController } from '../list/use-list-controller.ts';
import { usePhone } from '../use-media.ts';
import styles from './TrashDrawer.module.css';
import { useTrash } from './use-trash.ts';

interface TrashDrawerProps {
  readonly list: ListController;
  readonly onClose: () => void;
}

/** Columns of a row besides the time and person of its deletion. */
const shownColumns = 6;

/** The deleted rows of a dataset, and the way back for them. */
export function TrashDrawer({ list, onClose }: TrashDrawerProps) {
  const { dataset } = list;
  const { t } = useTranslation(['trust', 'engine']);
  const language = useLanguage();
  const phone = usePhone();
  const id = useId();
  const { given } = list;
  const filtered = Object.keys(list.filters).some(
    key => !Object.hasOwn(given, key) && list.filters[key]?.length,
  );
  const [narrow, setNarrow] = useState(filtered);
  return (
    <Drawer
      open
      size={phone ? '100%' : 'min(1080px, 86vw)'}
      title={t('trash.title', { what: dataset.label[language] })}
      onClose={onClose}
      extra={
        filtered && (
          <label className={styles.narrow} htmlFor={id}>
            <Switch id={id} size="small" checked={narrow} onChange={setNarrow} />
            {t('trash.narrow')}
          </label>
        )
      }
    >
      <Trash
        key={String(narrow)}
        dataset={dataset}
        filters={narrow ? list.filters : given}
        onAll={narrow ? () => setNarrow(false) : undefined}
      />
    </Drawer>
  );
}

interface TrashProps {
  readonly dataset: AnyDataset;
  readonly filters: FilterValues;
  /** Drops the filters of the list; undefined if there are none. */
  readonly onAll: (() => void) | undefined;
}

function Trash({ dataset, filters, onAll }: TrashProps) {
  const { t } = useTranslation(['trust', 'engine']);
  const language = useLanguage();
  const phone = usePhone();
  const trash = useTrash(dataset, filters);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [looked, setLooked] = useState<FieldRecord>();
  const keyOf = (row: FieldRecord) => Number(row[dataset.key]);
  const restore = async (ids: readonly number[]) => {
    if (await trash.restore(ids)) setSelected(old => old.filter(key => !ids.includes(key)));
  };
  if (trash.page.error && !trash.page.data) return <LoadFailed of={trash.page} />;
  const chosen = declaredColumns(dataset)
    .filter(({ name, shown }) => shown && fieldOf(dataset, name))
    .slice(0, shownColumns);
  const columns = tableColumns(dataset, chosen, undefined, language).map(
    ({ sorter, onHeaderCell, ...column }) => column,
  );
  const width = columns.reduce((sum, column) => sum + column.width, 152 + 112 + 140 + 44);
  return (
    <>
      <div className={styles.bar}>
        <span>{t('trash.text')}</span>
        <Button
          type="primary"
          size="small"
          icon={<UndoOutlined aria-hidden />}
          disabled={selected.length === 0}
          loading={trash.restoring}
          onClick={() => void restore(selected)}
        >
          {t('trash.restoreSelected', { count: selected.length })}
        </Button>
      </div>
      <StaleNotice of={trash.page} />
      <Table<FieldRecord>
        className={styles.table ?? ''}
        rowKey={keyOf}
        size="small"
        tableLayout="fixed"
        loading={trash.loading}
        dataSource={[...trash.rows]}
        scroll={{ x: width }}
        locale={{
          emptyText: onAll ? (
            <EmptyState size="small" picture="search" title={t('trash.noneHere')}>
              <Button size="small" onClick={onAll}>
                {t('trash.showAll')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState size="small" title={t('trash.none')} />
          ),
        }}
        rowSelection={{
          columnWidth: 44,
          fixed: true,
          selectedRowKeys: [...selected],
          preserveSelectedRowKeys: true,
          onChange: keys => setSelected(keys.map(Number)),
          getTitleCheckboxProps: () => ({ 'aria-label': t('engine:list.selectPage') }),
          getCheckboxProps: row => ({ 'aria-label': t('engine:list.selectRow', { id: keyOf(row) }) }),
        }}
        pagination={{
          size: 'small',
          current: trash.current,
          total: trash.total,
          pageSize: 10,
          showSizeChanger: false,
          showTotal: total => t('engine:list.total', { total }),
          onChange: trash.goTo,
        }}
        columns={[
          { key: 'deletedTime', dataIndex: 'deletedTime', title: t('trash.time'), width: 152 },
          { key: 'deletedBy', dataIndex: 'deletedBy', title: t('trash.by'), width: 112, ellipsis: true },
          ...columns,
          {
            key: 'actions',
            title: t('engine:list.actions'),
            width: 140,
            fixed: 'end',
            render: (_, row) => (
              <span className={styles.actions}>
                <Button
                  type="link"
                  size="small"
                  disabled={trash.restoring}
                  onClick={() => void restore([keyOf(row)])}
                >
                  {t('trash.restore')}
                </Button>
                <Button type="link" size="small" onClick={() => setLooked(row)}>
                  {t('history.open')}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {looked && (
        <Drawer
          open
          size={phone ? '100%' : 560}
          title={`${t('history.title')} · ${rowName(dataset, looked)}`}
          onClose={() => setLooked(undefined)}
        >
          <HistoryTimeline dataset={dataset} rowKey={keyOf(looked)} />
        </Drawer>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Flex, Pagination, Select, Table } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listRowErrors } from '../calls/import-calls.ts';
import { grouped } from '../grouped.ts';
import styles from './jobs.module.css';

interface ErrorLine {
  readonly key: string;
  /** The row's number, or its key if it is of no sheet, on its first line, '' on the others. */
  readonly row: number | '';
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

/** The refused rows of a job with all their problems, page by page; optionally of one column. */
export function JobErrors({ job }: { readonly job: JobRow }) {
  const { t } = useTranslation('engine');
  const id = useId();
  const [current, setCurrent] = useState(1);
  const [field, setField] = useState('');
  const size = limits.pageSize;
  const found = useQuery({
    queryKey: ['job-errors', job.id, field, current],
    queryFn: ({ signal }) => listRowErrors({ id: job.id, current, size, ...(field && { field }) }, signal),
    placeholderData: old => old,
  });
  const { records = [], total = job.failNum, columns = [] } = found.data ?? {};
  if (found.data && total === 0 && field === '') return null;
  const lines = records.flatMap(({ row, key, errors }) =>
    errors
      .filter(error => field === '' || error.field === field)
      .map(
        (error, index): ErrorLine => ({
          ...error,
          key: `${row} ${index}`,
          row: index === 0 ? (key ?? row) : '',
        }),
      ),
  );
  const isOfSheet = records.every(({ key }) => key === undefined);
  return (
    <Flex component="section" vertical gap={8} aria-label={t('jobs.errors.title')}>
      <div className={styles.errorsHead}>
        <span>{t('jobs.errors.total', { count: total })}</span>
        <label htmlFor={`${id}-field`}>
          {t('jobs.errors.of')}
          <Select
            id={`${id}-field`}
            size="small"
            value={field}
            popupMatchSelectWidth={false}
            options={[
              { value: '', label: t('jobs.errors.allColumns') },
              ...columns.map(({ field: name, column, count }) => ({
                value: name,
                label: `${column} (${grouped(count)})`,
              })),
            ]}
            onChange={chosen => {
              setField(chosen);
              setCurrent(1);
            }}
          />
        </label>
      </div>
      <Table<ErrorLine>
        size="small"
        rowKey="key"
        dataSource={lines}
        loading={found.isPending}
        tableLayout="fixed"
        scroll={{ x: 560, y: 260 }}
        pagination={false}
        columns={[
          {
            title: t(isOfSheet ? 'jobs.errors.row' : 'jobs.errors.key'),
            dataIndex: 'row',
            width: 72,
            align: 'right',
          },
          { title: t('jobs.errors.column'), dataIndex: 'column', width: 128, ellipsis: true },
          { title: t('jobs.errors.value'), dataIndex: 'value', width: 160, ellipsis: true },
          { title: t('jobs.errors.message'), dataIndex: 'message' },
        ]}
      />
      <Pagination
        size="small"
        align="end"
        current={current}
        total={total}
        pageSize={size}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={setCurrent}
      />
    </Flex>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { JobDifference, JobRow } from '@yikao/model/calls/jobs.ts';
import { codes } from '@yikao/model/fields/codes.ts';
import { yesNoLabels } from '@yikao/model/fields/yes-no.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { Pagination, Table, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { listDifferences } from '../calls/job-calls.ts';
import styles from './jobs.module.css';

interface JobDifferencesProps {
  readonly job: JobRow;
  readonly dataset: AnyDataset;
}

type Change = JobDifference['changes'][number] &
  Pick<JobDifference, 'row' | 'id'> & { readonly first: boolean };

/** Represents an empty value. */
const nothing = '–';

/** The changes that a check found: row by row, old next to new. */
export function JobDifferences({ job, dataset }: JobDifferencesProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const [current, setCurrent] = useState(1);
  const size = limits.pageSize;
  const found = useQuery({
    queryKey: ['job-differences', job.id, current],
    queryFn: ({ signal }) => listDifferences({ id: job.id, current, size }, signal),
    placeholderData: old => old,
  });
  const total = found.data?.total ?? 0;
  const shown = (field: string, value: unknown, name: string | null): string => {
    if (name !== null) return name;
    if (value === null || value === undefined || value === '') return nothing;
    const declared = dataset.fields[field];
    if (declared?.kind === 'code') return codeItem(declared.of, value)?.label[language] ?? String(value);
    if (declared?.kind === 'codes') return String(codes.encode(declared, value as never, language));
    if (declared?.kind === 'yesNo') return yesNoLabels[value === 1 ? 1 : 0][language];
    if (declared?.kind === 'richText') return String(value).replace(/<[^>]*>/g, ' ');
    return String(value);
  };
  const changes = (found.data?.records ?? []).flatMap(({ row, id, changes }) =>
    changes.map((change, index): Change => ({ ...change, row, id, first: index === 0 })),
  );
  return (
    <Table<Change>
      rowKey={({ row, field }) => `${row} ${field}`}
      size="small"
      tableLayout="fixed"
      loading={found.isPending}
      dataSource={changes}
      scroll={{ x: 640, y: 280 }}
      pagination={false}
      footer={() => (
        <span className={styles.links}>
          <span className={styles.note}>{t('jobs.differences.total', { count: total })}</span>
          <Pagination
            size="small"
            current={current}
            total={total}
            pageSize={size}
            hideOnSinglePage
            showSizeChanger={false}
            onChange={setCurrent}
          />
        </span>
      )}
      columns={[
        {
          title: t('jobs.errors.row'),
          width: 72,
          render: (_, { row, first }) => (first ? row : ''),
        },
        { title: 'ID', width: 96, render: (_, { id, first }) => (first ? id : '') },
        { title: t('jobs.errors.column'), width: 132, ellipsis: true, dataIndex: 'column' },
        {
          title: t('jobs.differences.before'),
          ellipsis: true,
          render: (_, { field, before, beforeName }) => <Old text={shown(field, before, beforeName)} />,
        },
        {
          title: t('jobs.differences.after'),
          ellipsis: true,
          render: (_, { field, after, afterName, afterRow }) => (
            <>
              <ins className={styles.after}>{shown(field, after, afterName)}</ins>
              {afterRow !== null && (
                <Tag className={styles.fresh} color="green">
                  {t('jobs.differences.fresh', { row: afterRow })}
                </Tag>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** A former value, struck out; a line through the dash of an empty one would read as another sign. */
function Old({ text }: { readonly text: string }) {
  return text === nothing ? (
    <span className={styles.before}>{text}</span>
  ) : (
    <del className={styles.before}>{text}</del>
  );
}

import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { jobKinds, jobOperations } from '@yikao/model/contexts/jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Select, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../../../../engine/boundary/LoadFailed.tsx';
import { StaleNotice } from '../../../../../engine/boundary/StaleNotice.tsx';
import { cancelJob, listJobs } from '../../../../../engine/calls/job-calls.ts';
import { JobDetailDialog } from '../../../../../engine/jobs/JobDetailDialog.tsx';
import {
  downloadJobFile,
  JobProgress,
  JobState,
  useJobResult,
} from '../../../../../engine/jobs/JobState.tsx';
import { operationOf } from '../../../../../engine/jobs/job-view.ts';
import { isRunning, jobStarted } from '../../../../../engine/jobs/use-jobs.ts';
import { useHeight } from '../../../../../engine/layout/use-height.ts';
import { useKept } from '../../../../../engine/layout/use-kept.ts';
import { useScrollFocus } from '../../../../../engine/layout/use-scroll-focus.ts';
import { NoMatch } from '../../../../../engine/list/NoMatch.tsx';
import { MoreActions } from '../../../../../engine/screen/MoreActions.tsx';
import { useSession } from '../../../../../engine/session/use-session.ts';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { CutText } from '../../../../../fields/parts/CutText.tsx';
import { EmptyState } from '../../../../../fields/parts/EmptyState.tsx';
import { searchByLabel } from '../../../../../fields/pick/search-by-label.ts';
import { useLanguage } from '../../../../../i18n/i18n.ts';
import styles from './Page.module.css';

/** Kinds of the data checks (domain 4.11); all datasets share them. */
const checkTypes = [127, 128, 129];

/** The jobs shown; undefined for all. */
interface Choice {
  readonly dataset: string | undefined;
  readonly op: string | undefined;
}

const allJobs: Choice = { dataset: undefined, op: undefined };

/** The numbers of the chosen job kinds; all by default. */
function bizTypesOf({ dataset, op }: Choice): number[] {
  if (!dataset && !op) return [];
  const kinds = datasets
    .filter(({ name }) => !dataset || name === dataset)
    .flatMap(({ excel }) =>
      Object.entries(excel?.jobs ?? {}).flatMap(([kind, number]) => (!op || kind === op ? [number] : [])),
    );
  return op === 'check' ? checkTypes : kinds;
}

/** The columns of the list of jobs; `onDetail` opens one. */
function useJobColumns(onDetail: (job: JobRow) => void): TableColumnsType<JobRow> {
  const { t } = useTranslation(['trust', 'engine']);
  const language = useLanguage();
  const resultOf = useJobResult();
  const { adminFlag } = useSession();
  return [
    { key: 'id', title: 'ID', dataIndex: 'id', width: 84, align: 'right' },
    {
      key: 'title',
      title: t('engine:jobs.title'),
      width: 150,
      render: (_, job) => <CutText text={job.title} />,
    },
    { key: 'op', title: t('log.op'), width: 110, render: (_, job) => operationOf(job)[language] },
    {
      key: 'batch',
      title: t('engine:jobs.batch'),
      width: 160,
      render: (_, job) => <CutText text={job.batch ?? job.originName ?? ''} />,
    },
    {
      key: 'state',
      title: t('engine:jobs.state'),
      width: 140,
      render: (_, job) => <JobState job={job} onDetail={onDetail} />,
    },
    {
      key: 'progress',
      title: t('engine:jobs.progress'),
      width: 170,
      render: (_, job) => <JobProgress job={job} sample={undefined} />,
    },
    ...(adminFlag === 1 ? [{ key: 'user', title: t('log.user'), dataIndex: 'userName', width: 110 }] : []),
    {
      key: 'time',
      title: t('engine:jobs.time'),
      width: 140,
      render: (_, job) => job.createTime.slice(0, 16),
    },
    { key: 'message', title: t('job.message'), render: (_, job) => <CutText text={resultOf(job)} /> },
    {
      key: 'actions',
      title: t('engine:list.actions'),
      width: 108,
      fixed: 'end',
      render: (_, job) => {
        const { logUrl } = job;
        const rest = [
          ...(logUrl
            ? [
                {
                  key: 'errors',
                  label: t('engine:jobs.errorFile'),
                  danger: false,
                  act: () => void downloadJobFile(logUrl),
                },
              ]
            : []),
          ...(job.cancellable
            ? [
                {
                  key: 'cancel',
                  label: t('engine:jobs.cancel'),
                  danger: true,
                  act: () => void cancelJob(job.id).then(jobStarted, () => undefined),
                },
              ]
            : []),
        ];
        return (
          <span className={styles.actions}>
            <Button type="link" size="small" onClick={() => onDetail(job)}>
              {t('engine:jobs.detail')}
            </Button>
            {rest.length > 0 && <MoreActions actions={rest} />}
          </span>
        );
      },
    },
  ];
}

/** The history of all imports, exports and other background jobs; administrators see everyone's (domain A7). */
export default function LogPage() {
  const { t } = useTranslation(['trust', 'engine']);
  const language = useLanguage();
  const { adminFlag } = useSession();
  const [frame, height] = useHeight<HTMLDivElement>();
  useScrollFocus(frame, t('log.label'));
  const [chosen, setChosen] = useState(allJobs);
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 });
  const [detail, setDetail] = useState<JobRow>();
  const bizTypeVal = bizTypesOf(chosen);
  const query = { bizTypeVal, current, size };
  const page = useKept({
    queryKey: ['jobs', query],
    queryFn: ({ signal }) => listJobs(query, signal),
    refetchInterval: ({ state }) => (state.data?.records.some(isRunning) ? limits.jobRefreshMs : false),
  });
  const { data } = page;
  const choose = (next: Choice) => {
    setChosen(next);
    setPage({ current: 1, size });
  };

  const columns = useJobColumns(setDetail);
  return (
    <div className={styles.page}>
      <PageHeading />
      <div className={styles.bar}>
        <Select
          className={styles.choice ?? ''}
          allowClear
          showSearch={searchByLabel}
          aria-label={t('log.dataset')}
          placeholder={t('log.dataset')}
          value={chosen.dataset ?? null}
          options={datasets
            .filter(({ excel }) => excel !== undefined)
            .map(({ name, label }) => ({ value: name, label: label[language] }))}
          onChange={(dataset?: string) => choose({ ...chosen, dataset })}
        />
        <Select
          className={styles.choice ?? ''}
          allowClear
          aria-label={t('log.op')}
          placeholder={t('log.op')}
          value={chosen.op ?? null}
          options={jobOperations.map(op => ({ value: op, label: jobKinds[op].label[language] }))}
          onChange={(op?: string) => choose({ ...chosen, op })}
        />
        <Button loading={page.stale} onClick={page.retry}>
          {t('engine:tools.refresh')}
        </Button>
        <span className={styles.hint}>{t(adminFlag === 1 ? 'log.everybody' : 'log.own')}</span>
      </div>
      <StaleNotice of={page} />
      <div ref={frame} className={styles.frame}>
        {page.error && !data ? (
          <LoadFailed of={page} />
        ) : (
          <Table<JobRow>
            rowKey="id"
            size="small"
            tableLayout="fixed"
            loading={page.loading}
            dataSource={data?.records ?? []}
            scroll={{ x: 1340, y: Math.max(160, height - 100) }}
            locale={{
              emptyText: <NoJobs onClear={chosen === allJobs ? undefined : () => choose(allJobs)} />,
            }}
            columns={columns}
            pagination={{
              size: 'small',
              current,
              total: data?.total ?? 0,
              pageSize: size,
              pageSizeOptions: [10, 20, 50, 100],
              showSizeChanger: true,
              showTotal: total => t('engine:list.total', { total }),
              onChange: (next, nextSize) =>
                setPage({ current: nextSize === size ? next : 1, size: nextSize }),
            }}
          />
        )}
      </div>
      {detail && <JobDetailDialog job={detail} onClose={() => setDetail(undefined)} />}
    </div>
  );
}

/** No jobs: of the chosen kinds, which `onClear` drops, or none at all. */
function NoJobs({ onClear }: { readonly onClear: (() => void) | undefined }) {
  const { t } = useTranslation(['trust', 'engine']);
  if (onClear) return <NoMatch title={t('log.noMatch')} onClear={onClear} />;
  return <EmptyState title={t('engine:jobs.none')} hint={t('engine:jobs.noneHint')} />;
}

import { registry } from '@yikao/model/contexts/datasets.ts';
import { runCause, runResult } from '@yikao/model/contexts/shared/schedule.codes.ts';
import { type JobLogRow, scheduleCalls } from '@yikao/model/contexts/system/schedule.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import { Button, Drawer, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { StaleNotice } from '../../../engine/boundary/StaleNotice.tsx';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { usePhone } from '../../../engine/use-media.ts';
import { CodeTag, ToneTag } from '../../../fields/parts/CodeTag.tsx';
import { CutText } from '../../../fields/parts/CutText.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';

interface RunsDrawerProps {
  readonly jobId: number;
  readonly jobName: string;
  readonly onClose: () => void;
}

const { sysJob } = registry;

/** Duration of a run in whole seconds; nothing while it is running. */
function seconds({ startTime, endTime }: JobLogRow): string {
  if (!startTime || !endTime) return '–';
  return String(
    Math.round((shanghaiInstant(endTime).getTime() - shanghaiInstant(startTime).getTime()) / 1000),
  );
}

/** The runs of a scheduled job, newest first; reloaded every 2 s while one is running. */
export function RunsDrawer({ jobId, jobName, onClose }: RunsDrawerProps) {
  const { t } = useTranslation(['trust', 'engine']);
  const phone = usePhone();
  const [current, setCurrent] = useState(1);
  const query = { jobId, current, size: limits.pageSize };
  const page = useKept({
    queryKey: ['runs', sysJob.name, query],
    queryFn: ({ signal }) => send(scheduleCalls.runs, { query, signal, toast: false }),
    refetchInterval: ({ state }) =>
      state.data?.records.some(run => run.result === null) ? limits.jobRefreshMs : false,
  });
  const { data } = page;
  return (
    <Drawer
      open
      size={phone ? '100%' : 'min(860px, 80vw)'}
      title={t('job.runsOf', { name: jobName })}
      onClose={onClose}
      extra={
        <Button size="small" onClick={page.retry}>
          {t('engine:tools.refresh')}
        </Button>
      }
    >
      <BackCloses onBack={onClose} />

      <StaleNotice of={page} />
      {page.error && !data ? (
        <LoadFailed of={page} />
      ) : (
        <Table<JobLogRow>
          rowKey="logId"
          size="small"
          tableLayout="fixed"
          loading={page.loading}
          dataSource={data?.records ?? []}
          scroll={{ x: 720 }}
          locale={{
            emptyText: <EmptyState size="small" title={t('job.noRuns')} hint={t('job.noRunsHint')} />,
          }}
          pagination={{
            size: 'small',
            current,
            total: data?.total ?? 0,
            pageSize: limits.pageSize,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setCurrent,
          }}
          columns={[
            { title: t('job.fireTime'), dataIndex: 'fireTime', width: 152 },
            {
              title: t('job.cause'),
              width: 84,
              render: (_, run) => <CodeTag of={runCause} value={run.cause} />,
            },
            {
              title: t('job.result'),
              width: 84,
              render: (_, run) =>
                run.result === null ? (
                  <ToneTag tone="act" text={t(run.startTime ? 'job.running' : 'job.waiting')} />
                ) : (
                  <CodeTag of={runResult} value={run.result} />
                ),
            },
            { title: t('job.seconds'), width: 84, align: 'right', render: (_, run) => seconds(run) },
            { title: t('job.message'), render: (_, run) => <CutText text={run.message} /> },
          ]}
        />
      )}
    </Drawer>
  );
}

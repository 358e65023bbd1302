import { PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { registry } from '@yikao/model/datasets/index.ts';
import { App } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../engine/api/api-error.ts';
import { notice } from '../engine/api/notice.ts';
import { request } from '../engine/api/request.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowAction } from '../engine/dataset/RowActions.tsx';
import { may } from '../engine/hooks/may.ts';
import type { WireRow } from '../engine/wire-row.ts';
import { CronInput } from './sys-job/CronInput.tsx';
import { RunsDrawer } from './sys-job/RunsDrawer.tsx';

const { sysJob } = registry;

/** Calls that turn jobs on and off or run them (domain A10). */
type JobCall = 'run_once' | 'pause_all' | 'resume_all';

const counted = z.object({ count: z.number() }).partial();

/** Fields of the form that this screen shows in its own way. */
const overrides = { inputs: { cronExpression: CronInput } };

/** Scheduled jobs (domain A10): a dataset screen with the cron helper, pause and resume, run once, and the runs. */
export default function JobPage() {
  const { t } = useTranslation('trust');
  const { modal } = App.useApp();
  const client = useQueryClient();
  const [looked, setLooked] = useState<{ jobId: number; jobName: string }>();

  const call = useCallback(
    async (name: JobCall, body: object = {}) => {
      try {
        const { count } = await request('POST', `${sysJob.path}/${name}`, { body, schema: counted });
        notice.success(count === undefined ? t('job.asked') : t(`job.done.${name}`, { count }));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error; // shown as a toast already
      }
      await Promise.all(
        ['rows', 'row', 'runs'].map(area => client.invalidateQueries({ queryKey: [area, sysJob.name] })),
      );
    },
    [client, t],
  );

  const actions = useMemo<RowAction<typeof sysJob>[]>(() => {
    const about = ({ jobId, jobName }: WireRow<typeof sysJob.fields>) => ({ jobId, jobName: jobName ?? '' });
    const runs: RowAction<typeof sysJob> = {
      key: 'runs',
      label: t('job.runs'),
      act: row => setLooked(about(row)),
    };
    if (!may(sysJob, 'update')) return [runs];
    return [
      {
        key: 'run',
        label: t('job.run'),
        act: row =>
          modal.confirm({
            title: t('job.runAsk', { name: about(row).jobName }),
            onOk: async () => {
              await call('run_once', { jobId: row.jobId });
              setLooked(about(row));
            },
          }),
      },
      runs,
    ];
  }, [call, modal, t]);

  const all = (name: 'pause_all' | 'resume_all') =>
    modal.confirm({ title: t(`job.${name}Ask`), onOk: () => call(name) });
  return (
    <>
      <DatasetScreen
        dataset={sysJob}
        rowActions={actions}
        overrides={overrides}
        extra={() =>
          may(sysJob, 'update')
            ? [
                {
                  key: 'pauseAll',
                  label: t('job.pause_all'),
                  icon: <PauseCircleOutlined aria-hidden />,
                  act: () => all('pause_all'),
                },
                {
                  key: 'resumeAll',
                  label: t('job.resume_all'),
                  icon: <PlayCircleOutlined aria-hidden />,
                  act: () => all('resume_all'),
                },
              ]
            : []
        }
      />
      {looked && <RunsDrawer {...looked} onClose={() => setLooked(undefined)} />}
    </>
  );
}

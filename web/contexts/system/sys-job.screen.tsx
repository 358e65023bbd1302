import { PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { scheduleCalls } from '@yikao/model/contexts/system/schedule.calls.ts';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../engine/access/may.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { WireRow } from '../../engine/wire-row.ts';
import { CronInput } from './sys-job/CronInput.tsx';
import { RunsDrawer } from './sys-job/RunsDrawer.tsx';

const { sysJob } = registry;

/** Calls that turn all jobs on and off (domain A10). */
const allCalls = { pause_all: scheduleCalls.pauseAll, resume_all: scheduleCalls.resumeAll } as const;

/** Form fields with a custom rendering on this screen. */
const overrides = { inputs: { cronExpression: CronInput } };

/** Scheduled jobs (domain A10): a dataset screen with the cron helper, pause and resume, run once, and the runs. */
export default function JobPage() {
  const { t } = useTranslation('trust');
  const modal = useQuestions();
  const [looked, setLooked] = useState<{ jobId: number; jobName: string }>();

  /** Makes a call, and shows the message of its answer. */
  const act = useCallback(async (make: () => Promise<string>) => {
    await unlessRefused(async () => notice.success(await make()));
    await refreshRows(sysJob);
  }, []);

  const actions = useMemo<RowAction<typeof sysJob>[]>(() => {
    const about = ({ jobId, jobName }: WireRow<typeof sysJob.fields>) => ({ jobId, jobName: jobName ?? '' });
    const runs: RowAction<typeof sysJob> = {
      key: 'runs',
      label: t('job.runs'),
      act: row => setLooked(about(row)),
    };
    return [
      {
        key: 'run',
        may: may(sysJob, 'update'),
        label: t('job.run'),
        act: row =>
          modal.confirm({
            title: t('job.runAsk', { name: about(row).jobName }),
            onOk: async () => {
              await act(async () => {
                await send(scheduleCalls.runOnce, { body: { jobId: row.jobId } });
                return t('job.asked');
              });
              setLooked(about(row));
            },
          }),
      },
      runs,
    ];
  }, [act, modal, t]);

  const all = (name: keyof typeof allCalls) =>
    modal.confirm({
      title: t(`job.${name}Ask`),
      onOk: () => act(async () => t(`job.done.${name}`, { count: (await send(allCalls[name])).count })),
    });
  return (
    <>
      <DatasetScreen
        dataset={sysJob}
        rowActions={actions}
        overrides={overrides}
        extra={() => [
          {
            key: 'pauseAll',
            may: may(sysJob, 'update'),
            label: t('job.pause_all'),
            icon: <PauseCircleOutlined aria-hidden />,
            act: () => all('pause_all'),
          },
          {
            key: 'resumeAll',
            may: may(sysJob, 'update'),
            label: t('job.resume_all'),
            icon: <PlayCircleOutlined aria-hidden />,
            act: () => all('resume_all'),
          },
        ]}
      />
      {looked && <RunsDrawer {...looked} onClose={() => setLooked(undefined)} />}
    </>
  );
}

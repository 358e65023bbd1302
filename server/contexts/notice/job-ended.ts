import { label } from '@yikao/model/kernel/label.ts';
import type { JobEnded } from '../../engine/engine.ts';
import { accountWith } from './people.ts';
import { tell } from './tell.ts';

/** Tells the person who started a job of its end; not of one that they stopped, or that only looked at a file. */
export const tellOfJob: JobEnded = async (engine, db, job, { status, message }) => {
  if (status === 'cancelled' || job.actor.elevated || job.params.dryRun === true) return;
  const state = status === 'success' ? label('已完成', 'done') : label('失败', 'failed');
  const said = (language: 'zh' | 'en', between: string) =>
    [state[language], message[language]].filter(Boolean).join(between).slice(0, 160);
  await tell(engine, db, 'jobEnded', {
    occasion: `job:${job.id}`,
    people: accountWith(job.userId),
    values: { title: job.title, result: label(said('zh', '，'), said('en', ', ')) },
    rowId: job.id,
  });
};

import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Tasks with selectors that can be parsed; a start wants one that is on. */
export const crawlerTaskSample = defineSample(registry.crawlerTask, {
  values: () => ({
    ...{ listSelector: 'li', titleSelector: 'h1', contentSelector: '.text', dateSelector: '.date' },
    ...{ nextPage: 'a.next', status: 1 },
  }),
  internal: () => ({ jobId: null, status: 1 }),
  takenBy: (db, key) => sql`update t_crawler_task set status = 1 where task_id = ${key}`.execute(db),
});

/** Pages with a text, of which a draft can be made. */
export const crawlerResultSample = defineSample(registry.crawlerResult, {
  internal: n => ({
    ...{ url: `https://www.example.edu.cn/${n}.html`, urlHash: String(n), title: `公告${n}` },
    ...{ content: '<p>报名须知</p>', articleId: null },
  }),
});

import { crawlerResultSteps } from '@yikao/model/contexts/content/crawler-result.machine.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { draftArticle } from './article/draft-article.ts';

type Source = Columns<
  typeof registry.crawlerTask,
  'taskId' | 'siteName' | 'columnId' | 'schoolId' | 'provinceId'
>;

/** The effects of the steps of crawled pages (domain L4, 3.13): drafts of articles, each with what its task says. */
export const crawlerResultStepServer = defineStepServer(crawlerResultSteps, {
  needs: {},
  effects: {
    async takeIn({ engine, db, rows, given, by }) {
      const tasks = await sql<Source>`
        select task_id, site_name, column_id, school_id, province_id from t_crawler_task
        where task_id = any(${rows.map(({ taskId }) => taskId)}::bigint[])`.execute(db);
      const sources = new Map(tasks.rows.map(task => [task.taskId, task]));
      // The steps of many rows read no long texts.
      const texts = await sql<Columns<typeof registry.crawlerResult, 'id' | 'content'>>`
        select id, content from t_crawler_result where id = any(${rows.map(({ rowKey }) => rowKey)}::bigint[])`.execute(
        db,
      );
      const contents = new Map(texts.rows.map(({ id, content }) => [id, content ?? '']));
      const outcomes = new Map<number, { values: { articleId: number } }>();
      for (const row of rows) {
        const task = sources.get(row.taskId);
        const { articleId } = await draftArticle(engine, db, by.actor, {
          title: row.title,
          // A task has one, and a deleted task keeps it.
          columnId: given.columnId ?? task?.columnId ?? 0,
          sourceName: task?.siteName ?? null,
          sourceUrl: row.url,
          content: contents.get(row.rowKey) ?? '',
          publishTime: row.publishDate === null ? null : `${row.publishDate} 00:00:00`,
          schoolIds: task?.schoolId ? [task.schoolId] : [],
          provinceIds: task?.provinceId ? [task.provinceId] : [],
        });
        outcomes.set(row.rowKey, { values: { articleId } });
      }
      return outcomes;
    },
  },
});

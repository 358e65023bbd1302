import { createHash } from 'node:crypto';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Columns } from '../../engine/table/columns.ts';
import { isTrue } from '../../engine/table/sql.ts';
import { demoArticles, demoOfficialAccounts } from '../demo/articles.ts';
import { demoCrawlerResults, demoCrawlerTasks } from '../demo/crawler.ts';
import { insertStored, keysByName, type LoadContext } from '../load-rows.ts';

const { article, officialAccounts, crawlerTask, crawlerResult } = registry;

const dayMs = 86_400_000;

/**
 * Articles in all their states and two official accounts, as the product's own steps would have left them (domain 7.3).
 * Nothing is added beside articles of people, nor without the columns.
 */
export async function loadDemoArticles(context: LoadContext): Promise<void> {
  const { db, now } = context;
  const found = await isTrue(db, sql`exists(select from t_article)`);
  const columns = await keysByName(db, registry.column);
  if (found || demoArticles.some(({ column }) => !columns.has(column))) return;
  const admins = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select user_id from t_admin_user where user_name = 'admin' and not deleted`.execute(db);
  const reviewer = admins.rows[0]?.userId ?? null;
  await insertStored(
    context,
    article,
    demoArticles.map(({ column, days, up, auditStatus, auditRemark, ...seed }) => {
      const time = shanghaiTime(new Date(now.getTime() + days * dayMs));
      const written = shanghaiTime(new Date(now.getTime() + Math.min(days, 0) * dayMs));
      const reviewed = auditStatus >= 2;
      return {
        ...seed,
        columnId: columns.get(column),
        // To the hour, as people choose a time.
        publishTime: up ? `${time.slice(0, 13)}:00:00` : null,
        auditStatus,
        upStatus: up ? 1 : 0,
        firstUpTime: up ? written : null,
        auditRemark: auditRemark ?? null,
        auditBy: reviewed ? reviewer : null,
        auditTime: reviewed ? written : null,
        createTime: written,
      };
    }),
  );
  await insertStored(
    context,
    officialAccounts,
    demoOfficialAccounts.map(({ column, ...account }) => ({
      ...account,
      columnId: columns.get(column),
      createTime: shanghaiTime(now),
    })),
  );
  await loadDemoCrawler(context, columns);
}

/**
 * Crawler tasks of a school that does not exist, all disabled and without a cron text, so that nothing is fetched by
 * itself, and what they would have found.
 */
async function loadDemoCrawler(context: LoadContext, columns: ReadonlyMap<string, number>): Promise<void> {
  const created = shanghaiTime(context.now);
  await insertStored(
    context,
    crawlerTask,
    demoCrawlerTasks.map(({ column, ...task }) => ({
      ...{ ...task, columnId: columns.get(column), status: 0, createTime: created },
      lastRunTime: task.crawlStatus === 0 ? null : created,
    })),
  );
  const tasks = await keysByName(context.db, crawlerTask);
  await insertStored(
    context,
    crawlerResult,
    demoCrawlerResults.map(({ task, days, text, ...result }) => ({
      ...result,
      ...{ taskId: tasks.get(task), content: `<p>${text}</p>`, textLength: text.length },
      urlHash: createHash('sha256').update(result.url).digest('hex'),
      publishDate: shanghaiTime(new Date(context.now.getTime() + days * dayMs)).slice(0, 10),
      createTime: created,
    })),
  );
}

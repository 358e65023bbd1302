import { officialArticleSteps } from '@yikao/model/contexts/content/official-article.machine.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineStepServer, type StepOutcome } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { draftArticle } from './article/draft-article.ts';

type Account = Columns<
  typeof registry.officialAccounts,
  'id' | 'accountName' | 'columnId' | 'schoolId' | 'provinceId'
>;

/** The accounts of rows, by number. */
async function accountsOf(
  db: Db,
  rows: readonly { readonly accountId: number }[],
): Promise<Map<number, Account>> {
  const ids = [...new Set(rows.map(row => row.accountId))];
  const found = await sql<Account>`
    select id, account_name, column_id, school_id, province_id from t_official_accounts
    where id = any(${ids}::bigint[])`.execute(db);
  return new Map(found.rows.map(account => [account.id, account]));
}

/** The texts of rows, which no list reads. */
async function textsOf(db: Db, keys: readonly number[]): Promise<Map<number, string>> {
  const found = await sql<Columns<typeof registry.officialArticle, 'id' | 'content'>>`
    select id, content from t_official_article where id = any(${[...keys]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, content }) => [id, content ?? '']));
}

/** Articles of official accounts become drafts, each with the school, province and column of its account (domain L2). */
export const officialArticleStepServer = defineStepServer(officialArticleSteps, {
  needs: {
    async column({ db, rows, given }) {
      if (given.columnId !== null && given.columnId !== undefined) return new Set();
      const accounts = await accountsOf(db, rows);
      return new Set(rows.filter(row => !accounts.get(row.accountId)?.columnId).map(row => row.rowKey));
    },
    async text({ db, rows }) {
      const texts = await textsOf(
        db,
        rows.map(row => row.rowKey),
      );
      return new Set(rows.map(row => row.rowKey).filter(key => (texts.get(key) ?? '').trim() === ''));
    },
    async gone({ db, rows }) {
      const ids = rows.flatMap(({ articleId }) => (articleId === null ? [] : [articleId]));
      const found = await sql<Columns<typeof registry.article, 'articleId'>>`
        select article_id from t_article where article_id = any(${ids}::bigint[]) and not deleted`.execute(
        db,
      );
      const there = new Set(found.rows.map(({ articleId }) => articleId));
      return new Set(
        rows.filter(row => row.articleId !== null && there.has(row.articleId)).map(row => row.rowKey),
      );
    },
  },
  effects: {
    async takeIn({ engine, db, rows, given, by }) {
      const accounts = await accountsOf(db, rows);
      const texts = await textsOf(
        db,
        rows.map(row => row.rowKey),
      );
      const outcomes = new Map<number, StepOutcome<{ articleId: number }>>();
      for (const row of rows) {
        const account = accounts.get(row.accountId);
        const { articleId } = await draftArticle(engine, db, by.actor, {
          title: row.title,
          // The guard has seen that there is one.
          columnId: given.columnId ?? account?.columnId ?? 0,
          author: row.author,
          sourceName: account?.accountName ?? null,
          sourceUrl: row.url,
          summary: row.summary,
          coverUrl: row.cover,
          // The guard has seen that there is one.
          content: texts.get(row.rowKey) ?? '',
          publishTime: row.publishTime,
          schoolIds: account?.schoolId ? [account.schoolId] : [],
          provinceIds: account?.provinceId ? [account.provinceId] : [],
        });
        outcomes.set(row.rowKey, { values: { articleId } });
      }
      return outcomes;
    },
    putBack: async ({ rows }) => new Map(rows.map(row => [row.rowKey, { values: { articleId: null } }])),
  },
});

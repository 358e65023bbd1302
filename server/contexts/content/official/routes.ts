import { importState } from '@yikao/model/contexts/content/content.codes.ts';
import { officialCalls } from '@yikao/model/contexts/content/official.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import { findRow } from '../../../engine/read/info.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import { countFrom } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { Feature } from '../../shared/feature.ts';
import { credentialsOf } from './credentials.ts';
import { beginSync } from './sync.ts';

const importIs = codesOf(importState);

const { article, officialAccounts } = registry;

/** The calls of official accounts beside those of the datasets (domain L2). */
export const officialFeature: Feature = (app, { engine, config }) => {
  handle(app, officialCalls.sync, async ({ actor, body: { id } }) => {
    const account = await findRow(engine, engine.db, officialAccounts, actor, id);
    if (!account) throw failure('notFound');
    const readable = config.officialLocal || (await credentialsOf(engine, account)) !== undefined;
    if (!readable) throw failure('officialNotSetUp');
    if (!(await transact(engine.db, db => beginSync(engine, db, id)))) throw failure('officialUnderway');
    const newNum = await countFrom(
      engine.db,
      sql`t_official_article
        where account_id = ${id} and import_flag = ${importIs.fresh} and not deleted`,
    );
    return { newNum };
  });
  handle(app, officialCalls.waiting, async ({ actor }) => {
    const count = await countFrom(
      engine.db,
      sql`t_article as d
        where d.first_up_time is null and not d.deleted and ${scopeCondition(article, actor, 'd')}
          and exists (select 1 from t_official_article as inbox
            where inbox.article_id = d.article_id and not inbox.deleted)`,
    );
    return { count };
  });
};

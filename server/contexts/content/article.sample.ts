import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** An article is taken down that is up, and put up that is not. */
export const articleSample = defineSample(registry.article, {
  takenBy: (db, key, step) =>
    sql`update t_article set up_status = ${step === 'takeDown' ? 1 : 0} where article_id = ${key}`.execute(
      db,
    ),
});

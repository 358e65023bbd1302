import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** A list of nothing is not handed in. */
export const voluntaryListSample = defineSample(registry.voluntaryList, {
  beside: (db, key) =>
    sql`update t_voluntary_list set items = '[{"admissionId": 1, "schoolName": "示例大学"}]' where list_id = ${key}`.execute(
      db,
    ),
});

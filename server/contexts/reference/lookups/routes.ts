import { referenceCalls } from '@yikao/model/contexts/reference/reference.calls.ts';
import { aos } from '@yikao/model/contexts/shared/shared.codes.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import { forgetLookUps, keptNames } from '../../../engine/read/look-up-cache.ts';
import type { Feature } from '../../shared/feature.ts';
import { aosOfMode } from './aos.ts';

/** Look-ups of spec section 7 that belong to no dataset. */
export const lookupsFeature: Feature = (app, { engine }) => {
  handle(app, referenceCalls.cleanCache, async ({ body: { keys = [] } }) => {
    const all = keys.length === 0 || keys.includes('all');
    return { count: await forgetLookUps(engine, all ? keptNames() : keys) };
  });

  handle(app, referenceCalls.aos, async ({ actor: { language }, query }) => {
    const { provinceId, dataYear: year = dataYear(engine.clock.now()) } = query;
    const found = await sql<{ mode: number }>`
      select mode from t_province_exam_mode
      where province_id = ${provinceId ?? 0} and from_year <= ${year} order by from_year desc limit 1`.execute(
      engine.db,
    );
    const known = provinceId === undefined ? undefined : aosOfMode(found.rows[0]?.mode);
    return aos.items
      .filter(({ code }) => known === undefined || known.includes(code))
      .map(({ code, label }) => ({ aos: code, aosName: label[language] }));
  });
};

import { aos } from '@yikao/model/codes/shared.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { dataYear } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import type { Feature } from '../feature.ts';
import { aosOfMode } from './aos.ts';

const aosQuery = z.object({
  provinceId: z.coerce.number().int().optional(),
  dataYear: z.coerce.number().int().min(1900).max(2999).optional(),
});

const aosDoc: CallDoc = {
  summary: label('科类', 'Arts or science'),
  tag: 'lookups',
  query: aosQuery,
  data: z.array(z.object({ aos: z.number(), aosName: z.string() })),
};

/** Look-ups of spec section 7 that belong to no dataset. */
export const lookupsFeature: Feature = (app, { engine }) => {
  // Arts or science as the province examined it in that data year; all values without a province (domain B9).
  app.get('/api/data/wish/aos/list', { config: { doc: aosDoc } }, async request => {
    const { language } = actorOf(request);
    const { provinceId, dataYear: year = dataYear(engine.clock.now()) } = aosQuery.parse(request.query);
    const found = await sql<{ mode: number }>`
      select mode from t_province_exam_mode
      where province_id = ${provinceId ?? 0} and from_year <= ${year} order by from_year desc limit 1`.execute(
      engine.db,
    );
    const known = provinceId === undefined ? undefined : aosOfMode(found.rows[0]?.mode);
    return answer(
      request,
      aos.items
        .filter(({ code }) => known === undefined || known.includes(code))
        .map(({ code, label }) => ({ aos: code, aosName: label[language] })),
    );
  });
};

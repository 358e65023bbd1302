import { abroadCalls } from '@yikao/model/contexts/abroad/abroad.calls.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Feature } from '../shared/feature.ts';
import { consult } from './consult.ts';
import { readAbroadPage } from './public-page.ts';

/** The public page of study abroad and its consultations (domain section 5, A11). */
export const abroadFeature: Feature = (app, { engine }) => {
  handle(app, abroadCalls.page, ({ reply }) => {
    reply.header('cache-control', 'public, max-age=60');
    return readAbroadPage(engine.db);
  });
  handle(app, abroadCalls.consult, async ({ body }) => {
    await consult(engine, body);
    return undefined;
  });
};

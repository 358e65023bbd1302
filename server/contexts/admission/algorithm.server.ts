import { predictionCalls } from '@yikao/model/contexts/admission/prediction.calls.ts';
import { backTest } from '@yikao/model/contexts/admission/prediction.jobs.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { bandOf, factorsOf, probability } from '@yikao/model/rules/probability.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { startFeatureJob } from '../../engine/jobs/feature/start-feature-job.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { readBackTests } from './prediction/back-tests.ts';
import { readAlgorithm } from './prediction/chance-world.ts';
import { assertProvince } from './prediction/convert-scores.ts';

function algorithmRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, predictionCalls.algorithmTest, async ({ actor, body }) => {
    const found = await readAlgorithm(engine.db, body.algorithmId);
    if (!found || (actor.provinceId !== null && actor.provinceId !== found.provinceId))
      throw failure('notFound');
    const factors = factorsOf(found);
    const told = probability(factors, {
      own: Number(body.v),
      line: Number(body.a),
      competitionDegree: body.competitionDegree,
      bigSmall: body.bigSmall,
    });
    return { probability: told, level: told === null ? null : bandOf(told, factors.levels) };
  });
  handle(app, predictionCalls.backTests, async ({ actor, query: { provinceId } }) => {
    assertProvince(actor, provinceId);
    return readBackTests(engine.db, provinceId);
  });
  handle(app, predictionCalls.startBackTest, async ({ actor, body }) => {
    assertProvince(actor, body.provinceId);
    return startFeatureJob(engine, backTest, actor, body);
  });
}

/** Server side of the algorithms: trying one out, and the results of back-tests. */
export const algorithmServer = defineServer(registry.algorithm, { routes: algorithmRoutes });

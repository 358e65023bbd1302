import { batchStepBody, jobStarted } from '@yikao/model/calls/jobs.ts';
import { stateCounts as stateCountsSchema } from '@yikao/model/calls/states.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { askedBy, type Step } from '@yikao/model/kernel/steps.ts';
import { permissionCode, stepCode } from '@yikao/model/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { wireSchema } from '../dataset-docs.ts';
import type { Engine } from '../engine.ts';
import type { Query } from '../filters.ts';
import { actorOf } from '../http/actor.ts';
import { answer } from '../http/answer.ts';
import type { CallDoc } from '../http/doc.ts';
import { startBatchStep } from '../jobs/batch/step.ts';
import { seenBy } from '../seen.ts';
import { stateCounts } from './state-counts.ts';
import { callStep } from './step-call.ts';
import type { StepServer } from './step-server.ts';

const answered = z.object({
  count: z.int(),
  taken: z.array(z.object({ key: z.int(), version: z.int(), state: z.string() })),
  refused: z.array(z.object({ id: z.int(), reason: z.string() })),
});

/** What the OpenAPI document says of a step, derived from its declaration. */
function stepDoc(dataset: AnyDataset, step: Step): CallDoc {
  const given = askedBy(dataset, step).map(({ name, field, required }) => {
    const schema = wireSchema(field);
    return [name, required ? schema : schema.nullish()] as const;
  });
  const rows: Record<string, z.ZodType> =
    step.bulk === undefined
      ? { [dataset.key]: z.int(), version: z.int().optional() }
      : { [dataset.key]: z.int().optional(), version: z.int().optional(), ids: z.array(z.int()).optional() };
  return {
    tag: dataset,
    summary: {
      zh: `${step.label.zh}：${dataset.label.zh}`,
      en: `${step.label.en}: ${dataset.label.en}`,
    },
    permission: stepCode(dataset, step),
    body: z.object({ ...rows, ...Object.fromEntries(given) }),
    data: answered,
  };
}

function batchDoc(dataset: AnyDataset, step: Step): CallDoc {
  const { summary, permission } = stepDoc(dataset, step);
  return {
    tag: dataset,
    summary: { zh: `${summary.zh}(符合条件的全部记录)`, en: `${summary.en} (all rows of a condition)` },
    ...(permission && { permission }),
    body: batchStepBody,
    data: jobStarted,
  };
}

function statesDoc(dataset: AnyDataset): CallDoc {
  return {
    tag: dataset,
    summary: {
      zh: `各状态的数量：${dataset.label.zh}(参数同列表的查询条件)`,
      en: `Rows by state: ${dataset.label.en} (asked by the filters of the list)`,
    },
    permission: permissionCode(dataset, 'list'),
    data: stateCountsSchema,
  };
}

/**
 * The calls of a dataset's steps: `PUT {path}/{step}` (domain 0.2), the addresses that the specification names, and how
 * many rows are in each state.
 */
export function stepRoutes(app: FastifyInstance, engine: Engine, server: StepServer): void {
  for (const dataset of server.machine.datasets) {
    if (dataset.permissions.actions.includes('list')) {
      app.get(`${dataset.path}/states`, { config: { doc: statesDoc(dataset) } }, async request => {
        const actor = actorOf(request);
        const seen = seenBy(dataset, actor);
        return answer(
          request,
          await stateCounts(engine, server.machine, seen, actor, request.query as Query),
        );
      });
    }
    for (const step of Object.values(server.machine.steps)) {
      if (!step.by.includes('person')) continue;
      if (step.bulk !== undefined) {
        app.post(
          `${dataset.path}/batch/${step.name}`,
          { config: { doc: batchDoc(dataset, step) } },
          async request => {
            const actor = actorOf(request);
            return answer(
              request,
              await startBatchStep(engine, seenBy(dataset, actor), step, actor, request.body),
              'jobStarted',
            );
          },
        );
      }
      for (const address of [`PUT /${step.name}`, ...step.alias]) {
        const [method = 'PUT', path = ''] = address.split(' ');
        app.route({
          method,
          url: `${dataset.path}${path}`,
          config: { doc: stepDoc(dataset, step) },
          handler: async request =>
            answer(
              request,
              await callStep(
                engine,
                server,
                dataset,
                step,
                actorOf(request),
                request.body,
                request.headers['idempotency-key'],
              ),
            ),
        });
      }
    }
  }
}

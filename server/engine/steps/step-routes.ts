import { batchStepCall, stateCountsCall, stepCall, tellsStates } from '@yikao/model/calls/step-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { askedBy } from '@yikao/model/kernel/states.ts';
import type { AnyMachine, Step } from '@yikao/model/kernel/steps.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Engine } from '../engine.ts';
import { wireSchema } from '../http/dataset-docs.ts';
import type { Documented } from '../http/doc.ts';
import { handle } from '../http/handle.ts';
import { startBatchStep } from '../jobs/batch/step.ts';
import { seenBy } from '../scope/seen.ts';
import { stateCounts } from './state-counts.ts';
import { callStep } from './step-call.ts';
import type { StepServer } from './step-server.ts';

/** The input of a step, derived from its declaration. */
function stepDoc(dataset: AnyDataset, step: Step): Documented {
  const given = askedBy(dataset, step).map(({ name, field, required }) => {
    const schema = wireSchema(field);
    return [name, required ? schema : schema.nullish()] as const;
  });
  const rows: Record<string, z.ZodType> =
    step.bulk === undefined
      ? { [dataset.key]: z.int(), version: z.int().optional() }
      : { [dataset.key]: z.int().optional(), version: z.int().optional(), ids: z.array(z.int()).optional() };
  return { body: z.object({ ...rows, ...Object.fromEntries(given) }) };
}

/**
 * The calls of a dataset's steps: `PUT {path}/{step}` (domain 0.2), the addresses named by the specification, and the
 * count by state.
 */
export function stepRoutes(app: FastifyInstance, engine: Engine, server: StepServer): void {
  for (const dataset of server.machine.datasets) {
    stateRoute(app, engine, server.machine, dataset);
    for (const step of Object.values(server.machine.steps)) {
      if (!step.by.includes('person')) continue;
      if (step.bulk !== undefined) {
        handle(app, batchStepCall(dataset, step), ({ actor, body }) =>
          startBatchStep(engine, seenBy(dataset, actor), step, actor, body),
        );
      }
      handle(
        app,
        stepCall(dataset, step),
        ({ actor, body, callKey }) => callStep(engine, server, dataset, step, actor, body, callKey),
        { documented: () => stepDoc(dataset, step) },
      );
    }
  }
}

/** Counts rows by state, for a dataset or further screen that exposes its states. */
export function stateRoute(
  app: FastifyInstance,
  engine: Engine,
  machine: AnyMachine,
  dataset: AnyDataset,
): void {
  if (!tellsStates(dataset, machine)) return;
  handle(app, stateCountsCall(dataset), ({ actor, query }) =>
    stateCounts(engine, machine, seenBy(dataset, actor), actor, query),
  );
}

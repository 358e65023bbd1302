import { writeFile } from 'node:fs/promises';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { jobCall } from '@yikao/model/jobs/job-call.ts';
import { defineJobKind } from '@yikao/model/jobs/job-kind.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { z } from 'zod';
import type { Feature } from '../../contexts/shared/feature.ts';
import { handle } from '../http/handle.ts';
import { defineJobWork } from '../jobs/feature/define-job-work.ts';
import { startFeatureJob } from '../jobs/feature/start-feature-job.ts';
import { insertRows } from '../write/internal-write.ts';

/** A feature's kind of job, for tests only: adds a number of regions, three at a time, and skips every fifth. */
export const growRegions = defineJobKind({
  name: 'growRegions',
  bizType: 699,
  of: registry.region,
  may: 'wish:region:add',
  label: label('批量生成地区', 'Grow regions'),
  params: z.object({ prefix: z.string().min(1).max(8), count: z.number().int().min(1).max(100) }),
  undo: true,
});

/** The call that starts {@link growRegions}. */
export const growCall = jobCall('POST /api/test/region/grow', growRegions);

/** Handles {@link growCall}. */
export const growFeature: Feature = (app, { engine }) =>
  handle(app, growCall, ({ actor, body }) => startFeatureJob(engine, growRegions, actor, body));

/**
 * The work of {@link growRegions}; `onChunk` may do harm before a chunk is written, and may answer where the next one is
 * to begin.
 */
export function growWork(onChunk: (jobId: number, after: number) => Promise<number | undefined>) {
  return defineJobWork(growRegions, {
    carry: { sum: 0 },
    total: async ({ params }) => params.count,
    async chunk(db, { engine, dataset, actor, params, jobId }, after, { sum }) {
      const told = await onChunk(jobId, after);
      const numbers = [1, 2, 3].map(n => after + n).filter(n => n <= params.count);
      const rows = numbers.filter(n => n % 5 !== 0);
      await insertRows(
        engine,
        db,
        dataset,
        rows.map(n => ({ regionName: `${params.prefix}${n}` })),
        { by: actor, jobId },
      );
      const last = after + 3;
      return {
        rows: numbers.length,
        next: told ?? (last >= params.count ? undefined : last),
        inserted: rows.length,
        problems: numbers
          .filter(n => n % 5 === 0)
          .map(n => ({
            key: n,
            issues: [issue('regionName', 'rule', { zh: '逢五不生成', en: 'is a fifth' })],
          })),
        carry: { sum: numbers.reduce((total, n) => total + n, sum) },
      };
    },
    file: {
      kind: 'csv',
      name: ({ params }) => `${params.prefix}.csv`,
      write: (path, { params }) => writeFile(path, `prefix\n${params.prefix}\n`),
    },
    message: ({ total, inserted, carry }) =>
      label(
        `共 ${total} 个，生成 ${inserted} 个，合计 ${carry.sum}`,
        `${inserted} of ${total}, sum ${carry.sum}`,
      ),
  });
}

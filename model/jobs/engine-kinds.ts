import { z } from 'zod';
import type { Label } from '../kernel/label.ts';
import { label } from '../kernel/label.ts';
import type { JobKind } from './job-kind.ts';

/** The rows of a job over a condition; conditions omitted at the start have their empty value. */
const condition = {
  ids: z.array(z.number()).default([]),
  filters: z.record(z.string(), z.unknown()).default({}),
  everything: z.boolean().default(false),
};

type More = Partial<Pick<JobKind, 'bizType' | 'may' | 'writes' | 'undo'>>;

function engineKind<P extends z.ZodType, const M extends More>(
  name: string,
  text: Label,
  params: P,
  more: M,
): JobKind<P> & M {
  return Object.freeze({ name, label: text, params, writes: true, undo: false, ...more });
}

/** The settings of an import or a batch update by file, written from its validated body. */
const importParams = z.looseObject({ dryRun: z.boolean().optional() });

/** The kinds of jobs that any dataset can have. */
export const engineKinds = {
  import: engineKind('import', label('导入', 'Import'), importParams, { may: 'import', undo: true }),
  export: engineKind('export', label('导出', 'Export'), z.looseObject({}), { may: 'export', writes: false }),
  batchUpdate: engineKind('batchUpdate', label('批量修改', 'Batch update'), importParams, {
    may: 'batchUpdate',
    undo: true,
  }),
  batchDelete: engineKind(
    'batchDelete',
    label('批量删除', 'Batch delete'),
    z.object({ importBatch: z.string().default(''), ...condition }),
    { may: 'batchDelete', undo: true },
  ),
  /** A check writes findings, and no rows of its dataset; its number is that of the check (domain 4.11). */
  check: engineKind(
    'check',
    label('数据检查', 'Data check'),
    z.object({ type: z.number(), filters: z.record(z.string(), z.unknown()).default({}) }),
    { may: 'list', writes: false },
  ),
  /** Requires the permission of the job that is undone; set `redo` if that job was an undo itself. */
  undo: engineKind(
    'undo',
    label('撤销', 'Undo'),
    z.object({ jobId: z.number(), redo: z.boolean().default(false) }),
    {
      bizType: 600,
      undo: true,
    },
  ),
  /** Asks for the code of its step. */
  step: engineKind(
    'step',
    label('批量操作', 'Step of many rows'),
    z.object({ ...condition, step: z.string(), given: z.record(z.string(), z.unknown()).default({}) }),
    { bizType: 601 },
  ),
} as const;

import { z } from 'zod';
import { importBatchName, originName } from '../../calls/values.ts';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { mockOrder } from './mock-order.ts';
import { mockScore } from './mock-score.ts';

const id = z.coerce.number<number | string>().int().positive();

/** Writes the statistics of an exam's marks into a workbook (domain H15). */
export const exportScoreStat = defineJobKind({
  name: 'scoreStatFile',
  bizType: 630,
  of: mockScore,
  may: 'mock:score:export',
  label: label('导出成绩统计', 'Export statistics of marks'),
  params: z.object({
    examId: id,
    areaId: id.optional(),
    agentId: id.optional(),
    jointCategoryId: id.optional(),
    gender: id.max(2).optional(),
  }),
  writes: false,
});

/** Deletes the orders whose numbers are listed in a file (domain H16, Q45). */
export const deleteOrdersByFile = defineJobKind({
  name: 'deleteByFile',
  bizType: 620,
  of: mockOrder,
  may: 'mock:order:delete',
  label: label('按文件删除订单', 'Delete orders by a file'),
  params: z.object({
    /** Path as the upload gave it. */
    filePath: z.string().min(1).max(limits.path),
    originName,
    importBatch: importBatchName,
  }),
  file: { tableId: 39, columns: ['orderNo'] },
});

import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { exportBody, importBody, jobStarted } from '../../../calls/jobs.ts';
import { jobCall } from '../../../jobs/job-call.ts';
import { label } from '../../../kernel/label.ts';
import { deleteOrdersByFile, exportScoreStat } from '../mock-files.jobs.ts';
import { mockOrder } from '../mock-order.ts';

/** Files of mock exams with separate calls (domain H6, H15, H16; spec section 7, `/api/mock/`). */
export const mockFileCalls = {
  /** Imports into a table of `/api/mock/base/`, selected by its `tableId`; requires that dataset's permission. */
  importBase: call('POST /api/mock/base/import', {
    once: true,
    of: 'jobs',
    label: label('导入模拟考基础数据', 'Import into a table of mock exams'),
    may: 'person',
    audit: 'import',
    message: 'jobStarted',
    body: importBody,
    data: jobStarted,
    fails: ['forbidden', 'notFound', 'sameFile', 'invalidFields'],
  }),
  /** Export of a table of `/api/mock/base/`, in the same way. */
  exportBase: call('POST /api/mock/base/export', {
    once: true,
    of: 'jobs',
    label: label('导出模拟考基础数据', 'Export a table of mock exams'),
    may: 'person',
    audit: 'export',
    message: 'jobStarted',
    body: exportBody,
    data: jobStarted,
    reads: true,
    fails: ['forbidden', 'notFound', 'invalidFields'],
  }),
  /** Starts the export of the orders that match the filters of their list. */
  exportOrders: call('GET /api/mock/app/export_order', {
    of: mockOrder,
    label: label('导出模考订单', 'Export orders of mock exams'),
    may: 'mock:order:export',
    audit: 'export',
    message: 'jobStarted',
    query: z.looseObject({
      title: z.string().optional(),
      /** Once, several times, or as a comma list; defaults to all columns. */
      fieldNames: z.union([z.string(), z.array(z.string())]).optional(),
    }),
    data: jobStarted,
    fails: ['invalidFields'],
  }),
  deleteOrders: jobCall('POST /api/mock/app/delete/file/batch/order', deleteOrdersByFile, ['invalidFields']),
  exportScoreStat: jobCall('POST /api/mock/app/score_stat/export', exportScoreStat, [
    'notFound',
    'unmetNeeds',
  ]),
} as const;

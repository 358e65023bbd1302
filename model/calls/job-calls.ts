import { z } from 'zod';
import { label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { call } from './call.ts';
import { pageOf } from './envelope.ts';
import {
  forgetQuery,
  importPreview,
  importPreviewBody,
  rowErrorsPage,
  rowErrorsQuery,
} from './import-columns.ts';
import {
  batchList,
  importOption,
  jobDetail,
  jobDifference,
  jobProgress,
  jobRow,
  jobStarted,
  maySeeOwnJobs,
  tableColumn,
} from './jobs.ts';
import { keyValue, numberList, tableNumber } from './values.ts';

const oneJob = z.object({ id: keyValue });
const oneTable = z.object({ tableId: tableNumber });

/** The history of background jobs (domain A7): the caller's own, and everyone's for administrators. */
export const jobCalls = {
  list: call('GET /api/base/log/list', {
    of: 'jobs',
    label: label('任务中心', 'Job centre'),
    may: maySeeOwnJobs,
    // `mine` leaves out jobs that other people started.
    query: z.object({ bizTypeVal: numberList, ids: numberList, mine: z.enum(['0', '1']) }).partial(),
    pageSize: limits.jobPageSize,
    data: pageOf(jobRow),
  }),
  info: call('GET /api/base/log/info', {
    of: 'jobs',
    label: label('任务详情', 'Details of a job'),
    may: maySeeOwnJobs,
    query: oneJob,
    data: jobDetail,
    fails: ['notFound'],
  }),
  progress: call('GET /api/base/log/progress', {
    of: 'jobs',
    label: label('任务进度', 'Progress of a job'),
    may: maySeeOwnJobs,
    query: oneJob,
    data: jobProgress,
    fails: ['notFound'],
  }),
  /** Rows that the job has written stay. */
  cancel: call('POST /api/base/log/cancel', {
    of: 'jobs',
    label: label('取消任务', 'Cancel a job'),
    may: maySeeOwnJobs,
    body: oneJob,
    fails: ['notFound', 'notAllowedNow'],
  }),
  /** Undoes a job by starting another job. */
  undo: call('POST /api/base/log/undo', {
    once: true,
    of: 'jobs',
    label: label('撤销任务', 'Take back what a job did'),
    may: maySeeOwnJobs,
    body: oneJob,
    data: jobStarted,
    message: 'jobStarted',
    fails: ['notFound', 'notAllowedNow'],
  }),
  differences: call('GET /api/base/log/differences', {
    of: 'jobs',
    label: label('检查发现的变化', 'Changes a dry run found'),
    may: maySeeOwnJobs,
    query: oneJob,
    pageSize: limits.pageSize,
    data: pageOf(jobDifference),
    fails: ['notFound'],
  }),
  errors: call('GET /api/base/log/errors', {
    of: 'jobs',
    label: label('未导入的行', 'Refused rows'),
    may: maySeeOwnJobs,
    query: rowErrorsQuery,
    pageSize: limits.pageSize,
    data: rowErrorsPage,
    fails: ['notFound'],
  }),
  batches: call('GET /api/base/log/batch/list', {
    of: 'jobs',
    label: label('导入批次', 'Import batches'),
    may: maySeeOwnJobs,
    query: z.object({ bizType: tableNumber }),
    data: batchList,
  }),
} as const;

/** Body that starts an import (domain A8). */
export const importCalls = {
  columns: call('GET /api/base/table/column', {
    of: 'jobs',
    label: label('字段集', 'Column set of a dataset'),
    may: 'person',
    query: oneTable,
    data: z.array(tableColumn),
    fails: ['notFound'],
  }),
  options: call('GET /api/base/import/options', {
    of: 'jobs',
    label: label('导入方式', 'Ways to import'),
    may: 'person',
    query: oneTable,
    data: z.array(importOption),
    fails: ['notFound'],
  }),
  /** Returns the sheets, columns and first rows of an uploaded file to people who may import it. */
  preview: call('POST /api/base/import/preview', {
    of: 'jobs',
    label: label('预览要导入的文件', 'Look at a file before importing it'),
    may: 'person',
    body: importPreviewBody,
    data: importPreview,
    fails: [
      'forbidden',
      'notFound',
      'workbookUnreadable',
      'previewFailed',
      'wrongTemplate',
      'tooManyRequests',
    ],
  }),
  forget: call('DELETE /api/base/import/mapping', {
    of: 'jobs',
    label: label('忘记表头的对应关系', 'Forget what was chosen for headers'),
    may: 'person',
    query: forgetQuery,
    fails: ['notFound'],
  }),
  /** For people who may import into the dataset, update it by file or export it. */
  template: call('GET /api/base/download/excel/template', {
    of: 'jobs',
    label: label('下载模板', 'Download a template'),
    may: 'person',
    query: z.object({
      tableId: tableNumber,
      /** Kind of import of the file, if the dataset declares some. */
      type: z.coerce.number().int().optional(),
      /** The values this kind requires once for the whole file: an object by field, as JSON. */
      asked: z.string().max(limits.path).optional(),
      title: z.string().optional(),
      /** Once, several times, or as a comma list. */
      fieldNames: z.union([z.string(), z.array(z.string())]).optional(),
      'fieldNames[]': z.union([z.string(), z.array(z.string())]).optional(),
    }),
    answers: 'file',
    fails: ['forbidden', 'notFound', 'noTemplateFields'],
  }),
} as const;

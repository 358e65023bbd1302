import { engineKinds } from '../jobs/engine-kinds.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { backTest, predictRanks } from './admission/prediction.jobs.ts';
import { generateCodes, voidCodes } from './codes/codes.jobs.ts';
import { crawl } from './content/crawler.jobs.ts';
import { arrangeExam, numberExam } from './mock/mock-exam.jobs.ts';
import { deleteOrdersByFile, exportScoreStat } from './mock/mock-files.jobs.ts';
import { buildPush, importPushAudience } from './push/push.jobs.ts';
import { sendTextsByFile } from './reach/reach.jobs.ts';
import { convertVideos } from './teaching/teaching.jobs.ts';

/** Every kind of background job by its name in the history: the engine's, then those of features. */
export const jobKinds = {
  ...engineKinds,
  predictRanks,
  backTest,
  generateCodes,
  voidCodes,
  arrangeExam,
  numberExam,
  scoreStatFile: exportScoreStat,
  deleteByFile: deleteOrdersByFile,
  crawl,
  convertVideos,
  sendTexts: sendTextsByFile,
  buildPush,
  pushAudience: importPushAudience,
} as const satisfies Readonly<Record<string, JobKind>>;

/** Name of a kind of job. */
export type JobOperation = keyof typeof jobKinds;

/** The names of all kinds of jobs. */
export const jobOperations =
  // `Object.keys` forgets that these are the names of the record.
  Object.keys(jobKinds) as readonly JobOperation[];

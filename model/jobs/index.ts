import { engineKinds } from './engine-kinds.ts';
import type { JobKind } from './job-kind.ts';
import { arrangeExam, numberExam } from './mock-exam.ts';
import { deleteOrdersByFile, exportScoreStat } from './mock-files.ts';
import { backTest, predictRanks } from './prediction.ts';

/** Every kind of background job, by the name it has in the history: the engine's, then those of features. */
export const jobKinds = {
  ...engineKinds,
  predictRanks,
  backTest,
  arrangeExam,
  numberExam,
  scoreStatFile: exportScoreStat,
  deleteByFile: deleteOrdersByFile,
} as const satisfies Readonly<Record<string, JobKind>>;

/** Name of a kind of job. */
export type JobOperation = keyof typeof jobKinds;

/** The names of all kinds of jobs. */
export const jobOperations =
  // `Object.keys` forgets that these are the names of the record.
  Object.keys(jobKinds) as readonly JobOperation[];

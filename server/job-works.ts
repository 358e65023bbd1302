import { arrangeExamWork } from './datasets/mock/arrange-exam-work.ts';
import { deleteOrdersWork } from './datasets/mock/delete-orders-work.ts';
import { numberExamWork } from './datasets/mock/number-exam-work.ts';
import { statisticsFileWork } from './datasets/mock/statistics-file.ts';
import { backTestWork } from './datasets/prediction/back-test-work.ts';
import { predictRanksWork } from './datasets/prediction/predict-work.ts';
import { engineWorks } from './engine/jobs/engine-works.ts';
import type { JobWork } from './engine/jobs/lifecycle/job-work.ts';

/** The work of the server for every kind of job: the engine's, then those of features. */
export const jobWorks: readonly JobWork[] = [
  ...engineWorks,
  predictRanksWork,
  backTestWork,
  arrangeExamWork,
  numberExamWork,
  statisticsFileWork,
  deleteOrdersWork,
];

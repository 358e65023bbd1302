import { backTestWork } from './contexts/admission/prediction/back-test-work.ts';
import { predictRanksWork } from './contexts/admission/prediction/predict-work.ts';
import { generateCodesWork } from './contexts/codes/generate-codes-work.ts';
import { voidCodesWork } from './contexts/codes/void-codes-work.ts';
import { crawlWork } from './contexts/content/crawler/crawl-work.ts';
import { deleteOrdersWork } from './contexts/mock/orders/delete-orders-work.ts';
import { arrangeExamWork } from './contexts/mock/seats/arrange-exam-work.ts';
import { numberExamWork } from './contexts/mock/seats/number-exam-work.ts';
import { statisticsFileWork } from './contexts/mock/statistics-file.ts';
import { buildPushWork } from './contexts/push/build-work.ts';
import { importAudienceWork } from './contexts/push/import-audience-work.ts';
import { sendTextsWork } from './contexts/reach/texts/send-file-work.ts';
import { convertVideosWork } from './contexts/teaching/video/convert-work.ts';
import { engineWorks } from './engine/jobs/engine-works.ts';
import type { JobWork } from './engine/jobs/lifecycle/job-work.ts';

/** The server's implementation of every kind of job: the engine's, then those of features. */
export const jobWorks: readonly JobWork[] = [
  ...engineWorks,
  predictRanksWork,
  backTestWork,
  generateCodesWork,
  voidCodesWork,
  arrangeExamWork,
  numberExamWork,
  statisticsFileWork,
  deleteOrdersWork,
  crawlWork,
  convertVideosWork,
  sendTextsWork,
  buildPushWork,
  importAudienceWork,
];

import type { AnyCall } from '../calls/call.ts';
import { callsOf, callsOfScreen } from '../calls/dataset-calls.ts';
import { fileCalls } from '../calls/files.ts';
import { findCalls } from '../calls/find-calls.ts';
import { importCalls, jobCalls } from '../calls/job-calls.ts';
import { stateCountsOf, stepCallsOf } from '../calls/step-calls.ts';
import { waitingCalls } from '../calls/waiting-calls.ts';
import { abroadCalls } from './abroad/abroad.calls.ts';
import { predictionCalls } from './admission/prediction.calls.ts';
import { rankCalls } from './admission/rank.calls.ts';
import { codesCalls } from './codes/codes.calls.ts';
import { consumerCalls } from './consumer/consumers.calls.ts';
import { articleCalls } from './content/article.calls.ts';
import { crawlerCalls } from './content/crawler.calls.ts';
import { appMenuCalls, carouselCalls } from './content/display.calls.ts';
import { officialCalls } from './content/official.calls.ts';
import { posterCalls } from './content/poster.calls.ts';
import { leadMergeCalls } from './crm/lead-merge.calls.ts';
import { leadCalls } from './crm/leads.calls.ts';
import { datasets } from './datasets.ts';
import { examCalls } from './exam/exam.calls.ts';
import { examAppCalls } from './exam/exam-app.calls.ts';
import { mockCalls } from './mock/calls/mock.calls.ts';
import { mockAnalysisCalls } from './mock/calls/mock-analysis.calls.ts';
import { mockDoubleCalls } from './mock/calls/mock-double.calls.ts';
import { mockFileCalls } from './mock/calls/mock-files.calls.ts';
import { mockMarkCalls } from './mock/calls/mock-marks.calls.ts';
import { mockPrintCalls } from './mock/calls/mock-print.calls.ts';
import { mockProgressCalls } from './mock/calls/mock-progress.calls.ts';
import { mockRegisterCalls } from './mock/calls/mock-register.calls.ts';
import { noticeCalls } from './notice/notice.calls.ts';
import { agencyCalls } from './partner/agency.calls.ts';
import { channelCalls } from './partner/channels.calls.ts';
import { registrationCalls } from './partner/registration.calls.ts';
import { paymentCalls } from './payment/payment.calls.ts';
import { accessCalls } from './people/access.calls.ts';
import { apiTokenCalls } from './people/api-tokens.calls.ts';
import { callTokenCalls } from './people/call-token.calls.ts';
import { lockCalls } from './people/locks.calls.ts';
import { loginCalls } from './people/login.calls.ts';
import { configCalls, peopleCalls, sessionCalls } from './people/people.calls.ts';
import { secondFactorCalls } from './people/second-factor.calls.ts';
import { signOnCalls } from './people/sign-on.calls.ts';
import { portalCalls } from './portal/portal.calls.ts';
import { pushCalls } from './push/push.calls.ts';
import { reachCalls } from './reach/reach.calls.ts';
import { referenceCalls } from './reference/reference.calls.ts';
import { salesCalls } from './sales/sales.calls.ts';
import { screens } from './screens.ts';
import { settlementCalls } from './settlement/settlement.calls.ts';
import { statisticsCalls } from './statistics/statistics.calls.ts';
import { scheduleCalls } from './system/schedule.calls.ts';
import { docCalls, serverCalls } from './system/server.calls.ts';
import { websiteCalls } from './system/website.calls.ts';
import { courseCalls } from './teaching/course.calls.ts';
import { lectureCalls } from './teaching/lecture.calls.ts';
import { liveCalls } from './teaching/live.calls.ts';
import { tiktokCalls } from './tiktok/tiktok.calls.ts';
import { voluntaryCalls } from './voluntary/voluntary.calls.ts';

/** The calls written by hand, by subject. */
const written: readonly Readonly<Record<string, AnyCall>>[] = [
  abroadCalls,
  accessCalls,
  appMenuCalls,
  articleCalls,
  officialCalls,
  carouselCalls,
  posterCalls,
  agencyCalls,
  apiTokenCalls,
  callTokenCalls,
  channelCalls,
  codesCalls,
  configCalls,
  consumerCalls,
  crawlerCalls,
  pushCalls,
  tiktokCalls,
  waitingCalls,
  docCalls,
  examAppCalls,
  examCalls,
  fileCalls,
  findCalls,
  importCalls,
  jobCalls,
  leadCalls,
  leadMergeCalls,
  lockCalls,
  loginCalls,
  mockCalls,
  mockAnalysisCalls,
  mockDoubleCalls,
  mockFileCalls,
  mockMarkCalls,
  mockPrintCalls,
  mockProgressCalls,
  mockRegisterCalls,
  noticeCalls,
  paymentCalls,
  peopleCalls,
  predictionCalls,
  rankCalls,
  reachCalls,
  referenceCalls,
  portalCalls,
  registrationCalls,
  salesCalls,
  scheduleCalls,
  secondFactorCalls,
  serverCalls,
  sessionCalls,
  settlementCalls,
  signOnCalls,
  statisticsCalls,
  courseCalls,
  lectureCalls,
  liveCalls,
  voluntaryCalls,
  websiteCalls,
];

/** Every call of the product; of two with one address the written one answers. */
export const calls: readonly AnyCall[] = [
  ...written.flatMap(group => Object.values(group)),
  ...datasets.flatMap(dataset => [...callsOf(dataset), ...stepCallsOf(dataset)]),
  ...screens.flatMap(screen => [...callsOfScreen(screen), ...stateCountsOf(screen)]),
];

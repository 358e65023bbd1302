import { datasets } from '../datasets/index.ts';
import { screens } from '../screens/index.ts';
import { accessCalls } from './access.ts';
import { agencyCalls } from './agency.ts';
import { apiTokenCalls } from './api-tokens.ts';
import type { AnyCall } from './call.ts';
import { callTokenCalls } from './call-token.ts';
import { consumerCalls } from './consumers.ts';
import { callsOf, callsOfScreen } from './dataset-calls.ts';
import { fileCalls } from './files.ts';
import { importCalls, jobCalls } from './job-calls.ts';
import { leadCalls } from './leads.ts';
import { lockCalls } from './locks.ts';
import { loginCalls } from './login.ts';
import { mockCalls } from './mock.ts';
import { mockAnalysisCalls } from './mock-analysis.ts';
import { mockDoubleCalls } from './mock-double.ts';
import { mockFileCalls } from './mock-files.ts';
import { mockMarkCalls } from './mock-marks.ts';
import { mockPrintCalls } from './mock-print.ts';
import { mockProgressCalls } from './mock-progress.ts';
import { mockRegisterCalls } from './mock-register.ts';
import { paymentCalls } from './payment.ts';
import { configCalls, peopleCalls, sessionCalls } from './people.ts';
import { predictionCalls } from './prediction.ts';
import { rankCalls } from './rank.ts';
import { referenceCalls } from './reference.ts';
import { registrationCalls } from './registration.ts';
import { salesCalls } from './sales.ts';
import { scheduleCalls } from './schedule.ts';
import { secondFactorCalls } from './second-factor.ts';
import { docCalls, serverCalls } from './server.ts';
import { settlementCalls } from './settlement.ts';
import { signOnCalls } from './sign-on.ts';
import { statisticsCalls } from './statistics.ts';
import { stateCountsOf, stepCallsOf } from './step-calls.ts';
import { voluntaryCalls } from './voluntary.ts';
import { websiteCalls } from './website.ts';

/** The calls that are written by hand, by what they are about. */
const written: readonly Readonly<Record<string, AnyCall>>[] = [
  accessCalls,
  agencyCalls,
  apiTokenCalls,
  callTokenCalls,
  configCalls,
  consumerCalls,
  docCalls,
  fileCalls,
  importCalls,
  jobCalls,
  leadCalls,
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
  paymentCalls,
  peopleCalls,
  predictionCalls,
  rankCalls,
  referenceCalls,
  registrationCalls,
  salesCalls,
  scheduleCalls,
  secondFactorCalls,
  serverCalls,
  sessionCalls,
  settlementCalls,
  signOnCalls,
  statisticsCalls,
  voluntaryCalls,
  websiteCalls,
];

/** Every call of the product; of two with one address the written one answers. */
export const calls: readonly AnyCall[] = [
  ...written.flatMap(group => Object.values(group)),
  ...datasets.flatMap(dataset => [...callsOf(dataset), ...stepCallsOf(dataset)]),
  ...screens.flatMap(screen => [...callsOfScreen(screen), ...stateCountsOf(screen)]),
];

import {
  accountSteps,
  enablingSteps,
  organisationSteps,
} from '@yikao/model/contexts/shared/enabling.machine.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';

/** Switching rows on and off has no further effect; the server side of accounts handles theirs. */
export const enablingStepServer = defineStepServer(enablingSteps, { needs: {}, effects: {} });

/** See {@link enablingStepServer}. */
export const accountStepServer = defineStepServer(accountSteps, { needs: {}, effects: {} });

/** See {@link enablingStepServer}. */
export const organisationStepServer = defineStepServer(organisationSteps, { needs: {}, effects: {} });

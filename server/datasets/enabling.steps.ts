import { accountSteps, enablingSteps } from '@yikao/model/machines/enabling.ts';
import { defineStepServer } from '../engine/steps/step-server.ts';

/** Switching rows on and off does nothing besides; what follows for accounts stands in their server side. */
export const enablingStepServer = defineStepServer(enablingSteps, { needs: {}, effects: {} });

/** See {@link enablingStepServer}. */
export const accountStepServer = defineStepServer(accountSteps, { needs: {}, effects: {} });

import { userPermSteps } from '@yikao/model/machines/user-perm.ts';
import { defineStepServer } from '../engine/steps/step-server.ts';

/** Entries are switched on and off; what follows stands in `user-perm.server.ts`, which hears of every way. */
export const userPermStepServer = defineStepServer(userPermSteps, { needs: {}, effects: {} });

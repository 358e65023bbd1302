import { userPermSteps } from '@yikao/model/contexts/consumer/user-perm.machine.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';

/** Entries are switched on and off; `user-perm.server.ts` handles the consequences of every kind of change. */
export const userPermStepServer = defineStepServer(userPermSteps, { needs: {}, effects: {} });

import { guideInfoSteps } from '@yikao/model/machines/guide-info.ts';
import { defineStepServer } from '../engine/steps/step-server.ts';

/** Chapters come out and are taken back; nothing hangs on it. */
export const guideInfoStepServer = defineStepServer(guideInfoSteps, { needs: {}, effects: {} });

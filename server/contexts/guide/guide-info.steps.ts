import { guideInfoSteps } from '@yikao/model/contexts/guide/guide-info.machine.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';

/** Chapters are published and withdrawn, without further effects. */
export const guideInfoStepServer = defineStepServer(guideInfoSteps, { needs: {}, effects: {} });

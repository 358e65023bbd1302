import { abroadItemSteps } from '@yikao/model/contexts/abroad/abroad-item.machine.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';

/** Programmes are put on the shelf and taken off it, without further effects. */
export const abroadItemStepServer = defineStepServer(abroadItemSteps, { needs: {}, effects: {} });

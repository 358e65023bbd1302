import { registry } from '@yikao/model/datasets/index.ts';
import { defineServer } from '../engine/server-side.ts';
import { segmentRoutes } from './prediction/convert-scores.ts';
import { segmentsAddUp } from './prediction/segment-check.ts';

/** Server side of the segments: files that add up, scores and ranks for one another, and the curve. */
export const segmentServer = defineServer(registry.segment, {
  fileChecks: [segmentsAddUp],
  routes: segmentRoutes,
});

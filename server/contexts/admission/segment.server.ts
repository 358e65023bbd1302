import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { aosIsSaid } from './prediction/aos-check.ts';
import { segmentRoutes } from './prediction/convert-scores.ts';
import { rowAddsUp, segmentsAddUp } from './prediction/segment-check.ts';

/** Server side of the segments: files and rows that add up, scores and ranks for one another, and the curve. */
export const segmentServer = defineServer(registry.segment, {
  fileChecks: [segmentsAddUp, aosIsSaid('provinceId', 'aos')],
  // A file is looked at as a whole before any of its rows is written.
  before: (db, changes) =>
    Promise.all(changes.map(change => (change.jobId === undefined ? rowAddsUp(db, change) : {}))),
  routes: segmentRoutes,
});

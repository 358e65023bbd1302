import { registry } from '@yikao/model/datasets/index.ts';
import { defineServer } from '../engine/server-side.ts';

/** Server side of the sources: the look-up that the specification names. */
export const sourceServer = defineServer(registry.source, {
  optionPaths: [{ path: '/api/admin/allSourceList', fields: ['sourceId', 'sourceName', 'sourceCode'] }],
});

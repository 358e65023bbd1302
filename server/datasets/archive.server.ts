import { registry } from '@yikao/model/datasets/index.ts';
import { defineServer } from '../engine/server-side.ts';
import { schoolProvince } from './school-province.ts';

/** Server side of the archive lines: where their schools lie. */
export const archiveServer = defineServer(registry.archive, {
  expressions: { schprovinceId: schoolProvince },
});

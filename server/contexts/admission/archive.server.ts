import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { schoolProvince } from '../school/school-province.ts';

/** Server side of the archive lines: the location of their schools. */
export const archiveServer = defineServer(registry.archive, {
  expressions: { schprovinceId: schoolProvince },
});

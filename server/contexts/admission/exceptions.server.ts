import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { schoolProvince } from '../school/school-province.ts';

/** Server side of the exception admissions: the location of their schools. */
export const exceptionsServer = defineServer(registry.exceptions, {
  expressions: { schprovinceId: schoolProvince },
});

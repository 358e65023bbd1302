import { registry } from '@yikao/model/datasets/index.ts';
import { defineServer } from '../engine/server-side.ts';
import { schoolProvince } from './school-province.ts';

/** Server side of the exception admissions: where their schools lie. */
export const exceptionsServer = defineServer(registry.exceptions, {
  expressions: { schprovinceId: schoolProvince },
});

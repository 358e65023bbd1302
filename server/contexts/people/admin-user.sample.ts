import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Changes that only administrators may make to others, and the scopes of others' rows, have separate tests. */
export const adminUserSample = defineSample(registry.adminUser, {
  values: () => ({ adminFlag: 0 }),
});

import { registry } from '@yikao/model/datasets/index.ts';
import { defineSample } from '../engine/testing/sample-side.ts';

/**
 * The changes that only an administrator may make to others, and the scopes of others' rows, are tests of their own.
 */
export const adminUserSample = defineSample(registry.adminUser, {
  values: () => ({ adminFlag: 0 }),
});

import { registry } from '@yikao/model/contexts/datasets.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Its handler takes no parameters. */
export const sysJobSample = defineSample(registry.sysJob, {
  values: () => ({ params: null }),
});

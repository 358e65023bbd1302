import { registry } from '@yikao/model/contexts/datasets.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Each button has a separate code; when the codes run out it is a directory, which has none. */
export const permSample = defineSample(registry.perm, {
  values(n) {
    const permCode = permissionCodes()[n]?.code;
    return {
      permUrl: `/sample/${n}`,
      ...(permCode === undefined ? { permType: 1, permCode: null } : { permCode }),
    };
  },
});

import { registry } from '@yikao/model/datasets/index.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { isPermissionCode } from '@yikao/model/permissions.ts';
import { watchNodes } from '../accounts/rights-watch.ts';
import { defineServer } from '../engine/server-side.ts';

/** Server side of the permission nodes. A code is one that a declaration knows (domain 0.2); an old one may stay where it stands. */
export const permServer = defineServer(registry.perm, {
  before: async (_, changes) =>
    changes.map(({ values: { permCode } }) =>
      permCode && !isPermissionCode(permCode)
        ? { issues: [issue('permCode', 'unknownCode', { value: permCode })] }
        : {},
    ),
  watch: watchNodes,
});

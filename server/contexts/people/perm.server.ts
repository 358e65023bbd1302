import { registry } from '@yikao/model/contexts/datasets.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { isPermissionCode } from '@yikao/model/permissions.ts';
import { type SqlBool, sql } from 'kysely';
import type { ShownTo } from '../../engine/scope/shown-to.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { watchNodes } from './accounts/rights-watch.ts';

/**
 * People who manage the tree, or assign roles from it, see all of it; others see the nodes they hold, and may grant.
 */
const shownTo: ShownTo = (alias, { admin, permissions }) =>
  admin || [...permissions].some(code => /^sys:(perm|role):/.test(code))
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${column(alias, 'perm_code')} = any(${[...permissions]}::text[])`;

/** Server side of the permission nodes. A code must be declared (domain 0.2); an old one may stay on its node. */
export const permServer = defineServer(registry.perm, {
  before: async (_, changes) =>
    changes.map(({ values: { permCode } }) =>
      permCode && !isPermissionCode(permCode)
        ? { issues: [issue('permCode', 'unknownCode', { value: permCode })] }
        : {},
    ),
  shownTo,
  watch: watchNodes,
});

import { type Issue, issue } from '@yikao/model/kernel/issues.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { watchNodes } from '../accounts/rights-watch.ts';
import type { Change, DatasetServer, Say } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';

/** A code is one that a declaration knows (domain 0.2); an old one may stay where it stands. */
function beforeSave(_: Db, { values }: Change): Promise<Say> {
  const { permCode } = values;
  const issues: Issue[] =
    typeof permCode === 'string' && !permissionCodes().some(({ code }) => code === permCode)
      ? [issue('permCode', 'unknownCode', { value: permCode })]
      : [];
  return Promise.resolve({ issues });
}

/** Server side of the permission nodes. */
export const permServer: DatasetServer = { beforeSave, watch: watchNodes };

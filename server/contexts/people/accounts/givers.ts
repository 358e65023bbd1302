import type { registry } from '@yikao/model/contexts/datasets.ts';
import { dataScope as dataScopes } from '@yikao/model/contexts/shared/shared.codes.ts';
import { type SqlBool, sql } from 'kysely';
import { holdsKept } from '../../../engine/scope/access.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { readPeople } from './person.ts';
import { gainsBeyond, holdsAll, noRights, type Rights, type RightsPart } from './rights.ts';

/** An account, a role or a permission node: a row that gives rights to its holders, enabled or not. */
export interface Giver {
  /** Constant while the row gives the same rights; undefined if every change of the row matters. */
  readonly gives: string | undefined;
  /**
   * The kinds of rights it gives, or would give once enabled, that `who` lacks; if `since` is given, only where it
   * gives more than before.
   */
  beyond(who: Rights, since?: Giver): readonly RightsPart[];
  /** The complete rights of the row's holder; only accounts have them. */
  readonly rights?: Rights;
}

/** Reads givers by key; deleted and new ones are missing. */
export type ReadGivers = (db: Db, keys: readonly number[]) => Promise<ReadonlyMap<number, Giver>>;

/** Accounts with all their roles. People who may change an account can take it over, so every change matters. */
export const readAccounts: ReadGivers = async (db, keys) => {
  const people = await readPeople(
    db,
    sql<SqlBool>`u.user_id = any(${[...keys]}::bigint[]) and not u.deleted`,
    {
      potential: true,
    },
  );
  return new Map(
    people.map(({ person }) => [
      person.userId,
      {
        gives: undefined,
        rights: person,
        beyond: (who, since) => gainsBeyond(who, since?.rights ?? noRights, person),
      },
    ]),
  );
};

/**
 * Reports whether a person may give a role this `dataScope`. People limited to own rows can give no more; people
 * without visible rows, for lack of an organisation, can give none.
 */
function mayGiveScope(who: Rights, dataScope: number): boolean {
  return who.admin || (!who.noRows && (!who.ownRowsOnly || dataScope === dataScopes.is.self));
}

/** Roles. The code matters, since registration and single sign-on use it to find the roles of new accounts. */
export const readRoles: ReadGivers = async (db, keys) => {
  const found = await sql<
    Columns<typeof registry.role, 'dataScope'> & { id: number; gives: string; codes: string[] }
  >`
    select r.role_id as id, r.data_scope,
      concat_ws(' ', r.role_code, r.data_scope, r.status, held.nodes) as gives, held.codes
    from t_role as r cross join lateral (
      select coalesce(array_agg(p.perm_code) filter (where p.perm_code is not null), '{}') as codes,
        coalesce(array_agg(p.perm_id order by p.perm_id), '{}')::text as nodes
      from t_role_perm as rp join t_perm as p using (perm_id)
      where rp.role_id = r.role_id and not p.deleted
    ) as held
    where r.role_id = any(${[...keys]}::bigint[]) and not r.deleted`.execute(db);
  return new Map(
    found.rows.map(({ id, dataScope, gives, codes }) => [
      id,
      {
        gives,
        beyond: who => [
          ...(holdsAll(who, codes) ? [] : (['codes'] as const)),
          ...(mayGiveScope(who, dataScope) ? [] : (['rows'] as const)),
        ],
      },
    ]),
  );
};

/** Nodes of the permission tree, by the code that they carry. */
export const readNodes: ReadGivers = async (db, keys) => {
  const found = await sql<Columns<typeof registry.perm, 'status'> & { id: number; code: string | null }>`
    select perm_id as id, perm_code as code, status from t_perm
    where perm_id = any(${[...keys]}::bigint[]) and not deleted`.execute(db);
  return new Map(
    found.rows.map(({ id, code, status }) => [
      id,
      {
        gives: code === null ? '' : `${code} ${status}`,
        beyond: who => (code === null || holdsKept(who, code) ? [] : ['codes']),
      },
    ]),
  );
};

import { type SqlBool, sql } from 'kysely';
import { holdsKept } from '../engine/access.ts';
import type { Db } from '../engine/sql.ts';
import { readPeople } from './person.ts';
import { gainsBeyond, holdsAll, noRights, type Rights, type RightsPart } from './rights.ts';

/** An account, a role or a permission node: a row that gives rights to whoever has it, switched on or off. */
export interface Giver {
  /** Stays the same as long as the row gives the same; undefined where every change of the row has weight. */
  readonly gives: string | undefined;
  /**
   * The sides on which it gives, or would give once it is switched on, what `who` does not hold; only those on which it
   * gives more than `since`, where that is told.
   */
  beyond(who: Rights, since?: Giver): readonly RightsPart[];
  /** The rights of whoever has the row; only an account gives such as a whole. */
  readonly rights?: Rights;
}

/** Reads givers by their keys; those that are deleted, or not there yet, are missing. */
export type ReadGivers = (db: Db, keys: readonly number[]) => Promise<ReadonlyMap<number, Giver>>;

/** Accounts, with all their roles. Whoever may change one can become it, so that no change is without weight. */
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
 * Whether somebody may give a role this `dataScope`. Whoever sees the own rows only can give no more; whoever sees no
 * rows, for want of an organisation, can give none.
 */
function mayGiveScope(who: Rights, dataScope: number): boolean {
  return who.admin || (!who.noRows && (!who.ownRowsOnly || dataScope === 4));
}

/** Roles. The code counts, since registration and single sign-on find the roles of new accounts by it. */
export const readRoles: ReadGivers = async (db, keys) => {
  const found = await sql<{ id: number; dataScope: number; gives: string; codes: string[] }>`
    select r.role_id as id, r.data_scope as "dataScope",
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
      Number(id),
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
  const found = await sql<{ id: number; code: string | null; status: number }>`
    select perm_id as id, perm_code as code, status from t_perm
    where perm_id = any(${[...keys]}::bigint[]) and not deleted`.execute(db);
  return new Map(
    found.rows.map(({ id, code, status }) => [
      Number(id),
      {
        gives: code === null ? '' : `${code} ${status}`,
        beyond: who => (code === null || holdsKept(who, code) ? [] : ['codes']),
      },
    ]),
  );
};

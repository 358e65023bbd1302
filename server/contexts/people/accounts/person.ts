import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../engine/scope/actor.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Condition, Db } from '../../../engine/table/sql.ts';
import { organisationStands, partnerOfAccount } from './organisation.ts';

const enableIs = codesOf(enable);

/** An actor before the request's language is known: permissions and reach. */
export type Person = Omit<Actor, 'language'>;

/** The facts of an account and its roles that the rules of {@link personOf} read. */
export interface Account {
  readonly userId: number;
  readonly userName: string;
  readonly adminFlag: number;
  /** The agency's partner, if the person has an agency. */
  readonly partnersId: number | null;
  /** The partner and all under it. */
  readonly partnersTree: readonly number[] | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
  /** Set if somebody else chose the password. */
  readonly mustChange: boolean | null;
  /** The different `dataScope` of the enabled roles. */
  readonly dataScopes: readonly number[] | null;
  /** Codes of the enabled nodes of the enabled roles. */
  readonly codes: readonly string[] | ReadonlySet<string> | null;
}

/** A person as the database has it now. */
export interface ReadPerson {
  readonly person: Person;
  /** The account is enabled and not deleted, and so is the organisation that it belongs to, with all above it. */
  readonly active: boolean;
  /** The person must still set their own password. */
  readonly mustChange: boolean;
}

/** The partner a person is bound to, first, and its descendants. A deleted agency has no partner, and binds to none. */
function familyOf({ partnersId, partnersTree, agentId }: Account): number[] | null {
  if (partnersId === null) return agentId === null ? null : [];
  return [partnersId, ...(partnersTree ?? []).filter(id => id !== partnersId)];
}

/**
 * A person's reach (domain 0.3, Q59). A role limited to an organisation grants nothing to a person without one; among
 * roles that grant something, the person is limited to own rows only if all of them are.
 */
export function personOf(account: Account): Person {
  const admin = account.adminFlag === 1;
  const organisation: Record<number, number | null> = {
    1: account.partnersId,
    2: account.provinceId,
    3: account.agentId,
  };
  const giving = (account.dataScopes ?? []).filter(scope => organisation[scope] !== null);
  return {
    userId: account.userId,
    userName: account.userName,
    admin,
    permissions: account.codes instanceof Set ? account.codes : new Set(account.codes ?? []),
    partnersIds: familyOf(account),
    provinceId: account.provinceId,
    agentId: account.agentId,
    noRows: !admin && giving.length === 0,
    ownRowsOnly: !admin && giving.length > 0 && giving.every(scope => scope === 4),
  };
}

type Row = Omit<Account, 'codes'> & {
  readonly active: boolean;
  readonly roles: readonly number[] | null;
  /** Given once for all people with the same roles. */
  readonly codes: readonly string[] | null;
};

/**
 * The people matching a condition on t_admin_user as `u`, with permissions and reach: the only place that determines
 * rights, for a session as well as for comparing thousands. One statement; codes and partners are determined once per
 * distinct set of roles and per partner. `potential` counts disabled roles and nodes as enabled.
 */
export async function readPeople(
  db: Db,
  which: Condition,
  { potential = false }: { readonly potential?: boolean } = {},
): Promise<ReadPerson[]> {
  const enabled = (alias: string) => (potential ? sql`` : sql`and ${sql.ref(`${alias}.status`)} = 1`);
  const found = await sql<Row>`
    with recursive people as materialized (
      select u.user_id, u.user_name, u.admin_flag, ${partnerOfAccount('u')} as partners_id, u.province_id, u.agent_id,
        u.status = ${enableIs.enabled} and not u.deleted as enabled,
        (select array_agg(r.role_id order by r.role_id) from t_user_role as ur join t_role as r using (role_id)
          where ur.user_id = u.user_id and not r.deleted ${enabled('r')}) as roles
      from t_admin_user as u where ${which}
    ), role_sets as materialized (
      select s.roles, array(select distinct r.data_scope from t_role as r where r.role_id = any(s.roles)) as scopes,
        array(select distinct p.perm_code from t_role_perm as rp join t_perm as p using (perm_id)
          where rp.role_id = any(s.roles) and p.perm_code is not null and not p.deleted ${enabled('p')}) as codes
      from (select distinct roles from people where roles is not null) as s
    ), family as (
      select distinct partners_id as root, partners_id as id from people where partners_id is not null
      union
      select f.root, x.partners_id from t_partners as x join family as f on x.parent_id = f.id where not x.deleted
    ), trees as materialized (select root, array_agg(id) as tree from family group by root), organisations as materialized (
      select o.partners_id, o.agent_id, ${organisationStands(sql`o.partners_id`, sql`o.agent_id`)} as stands
      from (select distinct partners_id, agent_id from people) as o
    )
    select p.user_id, p.user_name, p.admin_flag, p.enabled and o.stands as active, p.roles,
      p.partners_id, p.province_id, p.agent_id,
      (select c.must_change from t_credential as c where c.user_id = p.user_id) as must_change,
      s.scopes as data_scopes, t.tree as partners_tree,
      case when row_number() over (partition by p.roles order by p.user_id) = 1 then s.codes end as codes
    from people as p left join role_sets as s using (roles) left join trees as t on t.root = p.partners_id
      join organisations as o
        on o.partners_id is not distinct from p.partners_id and o.agent_id is not distinct from p.agent_id`.execute(
    db,
  );
  const codesOf = new Map<string, ReadonlySet<string>>();
  for (const { roles, codes } of found.rows) if (codes) codesOf.set(String(roles), new Set(codes));
  return found.rows.map(row => ({
    person: personOf({ ...row, codes: codesOf.get(String(row.roles)) ?? null }),
    active: row.active,
    mustChange: row.mustChange === true,
  }));
}

/** The person with this id, as their session would load them; undefined if there is none. */
export async function readPerson(db: Db, userId: number): Promise<Person | undefined> {
  const [found] = await readPeople(db, sql<SqlBool>`u.user_id = ${userId} and not u.deleted`);
  return found?.person;
}

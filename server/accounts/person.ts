import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { Condition, Db } from '../engine/sql.ts';
import { partnerOfAccount } from './organisation.ts';

/** An actor before the language of the request is known: what a person may do, and how far the rows reach. */
export type Person = Omit<Actor, 'language'>;

/** The facts of an account and its roles that the rules of {@link personOf} read. */
export interface Account {
  readonly userId: number;
  readonly userName: string;
  readonly adminFlag: number;
  /** That of the agency, where the person has one. */
  readonly partnersId: number | null;
  /** The partner and all under it. */
  readonly partnersTree: readonly number[] | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
  /** Set when somebody else chose the password. */
  readonly mustChange: boolean | null;
  /** The different `dataScope` of the enabled roles. */
  readonly dataScopes: readonly number[] | null;
  /** Codes of the enabled nodes of the enabled roles. */
  readonly codes: readonly string[] | ReadonlySet<string> | null;
}

/** A person as the database has it now. */
export interface ReadPerson {
  readonly person: Person;
  /** The account is enabled and not deleted. */
  readonly active: boolean;
  /** Has still to set an own password. */
  readonly mustChange: boolean;
}

/**
 * The partner a person is bound to, first of all, and those under it. An agency that is gone has none, and is bound
 * to none.
 */
function familyOf({ partnersId, partnersTree, agentId }: Account): number[] | null {
  if (partnersId === null) return agentId === null ? null : [];
  return [partnersId, ...(partnersTree ?? []).filter(id => id !== partnersId)];
}

/**
 * How far a person reaches (domain 0.3, Q59). A role limited to an organisation gives nothing to a person who
 * has none; roles that do give something bind the person to own rows only when all of them do.
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
 * The people of a condition on t_admin_user as `u`, with what they may do and how far they reach: the one place where
 * rights are worked out, for a session and for a comparison of thousands alike. In one statement; codes and partners
 * are worked out once for each different set of roles and each partner. `potential` counts roles and nodes that are
 * switched off as if they were on.
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
        u.status = 1 and not u.deleted as active,
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
    ), trees as materialized (select root, array_agg(id) as tree from family group by root)
    select p.user_id as "userId", p.user_name as "userName", p.admin_flag as "adminFlag", p.active, p.roles,
      p.partners_id as "partnersId", p.province_id as "provinceId", p.agent_id as "agentId",
      (select c.must_change from t_credential as c where c.user_id = p.user_id) as "mustChange",
      s.scopes as "dataScopes", t.tree as "partnersTree",
      case when row_number() over (partition by p.roles order by p.user_id) = 1 then s.codes end as codes
    from people as p left join role_sets as s using (roles) left join trees as t on t.root = p.partners_id`.execute(
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

/** The person with this number, as a session of theirs would find them; undefined when there is none. */
export async function readPerson(db: Db, userId: number): Promise<Person | undefined> {
  const [found] = await readPeople(db, sql<SqlBool>`u.user_id = ${userId} and not u.deleted`);
  return found?.person;
}

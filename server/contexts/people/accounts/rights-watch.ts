import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { ChangeKind, ChangeWatch, DatasetServer } from '../../../engine/table/server-side.ts';
import type { Condition, Db, Tx } from '../../../engine/table/sql.ts';
import { endSessionsOf, lockAccessVersion, raiseAccessVersion } from './access-version.ts';
import { type Giver, type ReadGivers, readAccounts, readNodes, readRoles } from './givers.ts';
import { organisationOfAccountStands } from './organisation.ts';
import { type ReadPerson, readPeople } from './person.ts';
import { gainsBeyond, isMore, type Rights, type RightsPart, reachBeyond, rightsNow } from './rights.ts';

/** The way in which a dataset's rows give rights. */
interface Kind {
  readonly dataset: AnyDataset;
  /** Fields that affect rights; if missing, every field does. */
  readonly fields?: readonly string[];
  /** The rows themselves, if they give rights to their holders. */
  readonly givers?: ReadGivers;
  /** The people whose rights come from these rows, as a condition on t_admin_user as `u`. */
  readonly people?: (keys: readonly number[]) => Condition;
  /**
   * An organisation gives no codes, but its people are locked out while it, or one above it, is disabled or deleted:
   * doing that or reversing it is checked like a change of their accounts. Its place in the tree only affects reach,
   * which anyone may change who can edit it and reach both places: there only people's gains are compared, and a new
   * organisation is reached by all above it.
   */
  readonly organisation?: true;
  /** Fields under which a refusal is shown in a form: the first that the person has changed. */
  readonly shown: Partial<Record<RightsPart, readonly string[]>>;
}

const keysAre = (keys: readonly number[]) => sql`any(${[...keys]}::bigint[])`;

const accounts: Kind = {
  dataset: registry.adminUser,
  givers: readAccounts,
  // An account is checked by what it would hold with everything enabled, the actor's own by its gain; current rights
  // are compared too, since otherwise a role could replace a disabled one.
  people: keys => sql<SqlBool>`u.user_id = ${keysAre(keys)}`,
  shown: {
    admin: ['adminFlag'],
    codes: ['roleIds', 'status'],
    rows: ['roleIds', 'status'],
    partner: ['partnersId', 'roleIds', 'status'],
    province: ['provinceId', 'roleIds', 'status'],
    agency: ['agentId', 'roleIds', 'status'],
  },
};

const reachOfRole = ['dataScope', 'permIds', 'status'];

const roles: Kind = {
  dataset: registry.role,
  fields: ['permIds', 'dataScope', 'status', 'roleCode'],
  givers: readRoles,
  people: keys => sql<SqlBool>`exists (
    select 1 from t_user_role as ur where ur.user_id = u.user_id and ur.role_id = ${keysAre(keys)})`,
  shown: {
    codes: ['permIds', 'status', 'roleCode'],
    rows: reachOfRole,
    partner: reachOfRole,
    province: reachOfRole,
    agency: reachOfRole,
  },
};

const codeOfNode = ['permCode', 'status'];

const nodes: Kind = {
  dataset: registry.perm,
  fields: codeOfNode,
  givers: readNodes,
  people: keys => sql<SqlBool>`exists (
    select 1 from t_user_role as ur join t_role_perm as rp using (role_id)
    where ur.user_id = u.user_id and rp.perm_id = ${keysAre(keys)})`,
  shown: {
    codes: codeOfNode,
    rows: codeOfNode,
    partner: codeOfNode,
    province: codeOfNode,
    agency: codeOfNode,
  },
};

const placeOfPartner = ['parentId', 'status'];

const partners: Kind = {
  dataset: registry.partners,
  fields: placeOfPartner,
  people: () => sql<SqlBool>`(u.partners_id is not null or u.agent_id is not null)`,
  organisation: true,
  shown: {
    admin: placeOfPartner,
    codes: placeOfPartner,
    rows: placeOfPartner,
    partner: placeOfPartner,
    province: placeOfPartner,
    agency: placeOfPartner,
  },
};

const placeOfAgency = ['partnersId', 'status'];

const agencies: Kind = {
  dataset: registry.agent,
  fields: placeOfAgency,
  people: keys => sql<SqlBool>`u.agent_id = ${keysAre(keys)}`,
  organisation: true,
  shown: {
    admin: placeOfAgency,
    codes: placeOfAgency,
    rows: placeOfAgency,
    partner: placeOfAgency,
    province: placeOfAgency,
    agency: placeOfAgency,
  },
};

/** People and the rows that give them rights, at one moment. */
interface Snapshot {
  readonly people: ReadonlyMap<number, ReadPerson>;
  readonly givers: ReadonlyMap<number, Giver>;
}

async function take(db: Db, { people, givers }: Kind, keys: readonly number[]): Promise<Snapshot> {
  const [found, given] = [
    people && keys.length > 0 ? await readPeople(db, people(keys)) : [],
    givers && keys.length > 0 ? await givers(db, keys) : new Map<number, Giver>(),
  ];
  return { people: new Map(found.map(one => [one.person.userId, one])), givers: given };
}

/**
 * Compares the rights of everyone affected by a change, before and after it, in its transaction, and refuses the change
 * if it gives rights the actor does not hold, or takes some from people or rows that hold more than the actor (domain
 * A1, A2). Administrators pass; nobody can lock themselves out.
 *
 * The row of the access version is locked first, so that such changes run in sequence: each is checked against the
 * result of the previous one, including the actor's own rights.
 */
class RightsWatch implements ChangeWatch {
  private readonly db: Tx;
  private readonly kind: Kind;
  private readonly actor: Actor;
  /** The actor's rights at the start of the call and now: both must include what is given. */
  private readonly acting: readonly Rights[];
  private readonly wasAdmin: boolean;
  private before: Snapshot | undefined;
  /** The change that is under way may take people out with their organisation. */
  private mayEnd = false;

  private constructor(db: Tx, kind: Kind, actor: Actor, now: ReadPerson | undefined) {
    this.db = db;
    this.kind = kind;
    this.actor = actor;
    this.acting = actor.elevated || !now ? [actor] : [actor, rightsNow(now)];
    this.wasAdmin = now?.person.admin === true;
  }

  static async open(db: Tx, kind: Kind, actor: Actor): Promise<RightsWatch> {
    await lockAccessVersion(db);
    const [now] = await readPeople(db, sql<SqlBool>`u.user_id = ${actor.userId}`);
    // The account was disabled or deleted while the call waited for its turn.
    if (now && !now.active && !actor.elevated) throw failure('unauthenticated');
    return new RightsWatch(db, kind, actor, now);
  }

  private get passes(): boolean {
    return this.acting.every(({ admin }) => admin);
  }

  async expect(what: ChangeKind, keys: readonly number[], fields?: readonly string[]): Promise<void> {
    const { kind } = this;
    const matters =
      what === 'updated'
        ? fields === undefined || !kind.fields || kind.fields.some(name => fields.includes(name))
        : what !== 'added' || !kind.organisation;
    this.mayEnd = matters && kind.organisation === true;
    this.before = matters && !this.passes ? await take(this.db, kind, keys) : undefined;
  }

  async settle(_: ChangeKind, keys: readonly number[], filled: readonly string[] = []): Promise<void> {
    await raiseAccessVersion(this.db);
    if (this.kind === accounts) await this.assertStillIn(keys);
    if (this.mayEnd) await this.endSessions(keys);
    const { before } = this;
    this.before = undefined;
    this.mayEnd = false;
    if (!before) return;
    const after = await take(this.db, this.kind, keys);
    const beyond = new Set([...this.judgeGivers(before, after, keys), ...this.judgePeople(before, after)]);
    if (beyond.size > 0) this.refuse(beyond, filled);
  }

  /** Throws `notAllowedNow` if the actor has lost their own account, or its administrator flag. */
  private async assertStillIn(keys: readonly number[]): Promise<void> {
    if (!keys.includes(this.actor.userId) || this.actor.elevated) return;
    const [now] = await readPeople(this.db, sql<SqlBool>`u.user_id = ${this.actor.userId}`);
    if (now && (!now.active || (this.wasAdmin && !now.person.admin))) throw failure('notAllowedNow');
  }

  /**
   * Ends the sessions of people whose organisation is now locked out. Their API tokens are refused meanwhile, and valid
   * again with the organisation. Throws `ownOrganisation` if the actor is one of them.
   */
  private async endSessions(keys: readonly number[]): Promise<void> {
    const { people } = this.kind;
    if (!people || keys.length === 0) return;
    const found = await sql<Columns<typeof registry.adminUser, 'userId'>>`
      select u.user_id from t_admin_user as u
      where ${people(keys)} and not ${organisationOfAccountStands('u')}`.execute(this.db);
    const out = found.rows.map(({ userId }) => userId);
    if (!this.actor.elevated && out.includes(this.actor.userId)) throw failure('ownOrganisation');
    await endSessionsOf(this.db, out);
  }

  /** Throws `outranked` for a row that gave more than the actor holds; returns what rows now give beyond that. */
  private judgeGivers(before: Snapshot, after: Snapshot, keys: readonly number[]): RightsPart[] {
    return keys.flatMap(key => {
      const [was, is] = [before.givers.get(key), after.givers.get(key)];
      if (was?.gives !== undefined && was.gives === is?.gives) return [];
      const own = this.kind === accounts && this.isOwn(key);
      if (was && !own && this.beyond(who => was.beyond(who)).length > 0) throw failure('outranked');
      return is ? this.beyond(who => is.beyond(who, own ? was : undefined)) : [];
    });
  }

  /**
   * Throws `outranked` if somebody with more rights has lost some; returns people's gains beyond the actor's rights.
   */
  private judgePeople(before: Snapshot, after: Snapshot): RightsPart[] {
    return [...new Set([...before.people.keys(), ...after.people.keys()])].flatMap(userId => {
      const [was, is] = [rightsNow(before.people.get(userId)), rightsNow(after.people.get(userId))];
      const isOut = !after.people.get(userId)?.active;
      const lost = (!this.kind.organisation || isOut) && !this.isOwn(userId) && isMore(is, was);
      if (lost && this.acting.some(who => isMore(who, was))) throw failure('outranked');
      return this.beyond(who => gainsBeyond(who, was, is));
    });
  }

  /** Reports whether an account is the actor's own; false for an API token, which has fewer rights. */
  private isOwn(userId: number): boolean {
    return userId === this.actor.userId && this.actor.token === undefined;
  }

  private beyond(of: (who: Rights) => readonly RightsPart[]): RightsPart[] {
    return this.acting.flatMap(of);
  }

  /** Throws `invalidFields` at the form fields that give too much; `outranked` if there is no such field. */
  private refuse(beyond: ReadonlySet<RightsPart>, filled: readonly string[]): never {
    const { dataset, shown } = this.kind;
    const names = [...beyond].map(part => shown[part]?.find(name => filled.includes(name)));
    if (names.includes(undefined)) throw failure('outranked');
    throw failure('invalidFields', {
      issues: [...new Set(names)].map(name => issue(name ?? dataset.key, 'beyondYou')),
      labels: name => fieldOf(dataset, name)?.label,
    });
  }
}

const watchOf =
  (kind: Kind): NonNullable<DatasetServer['watch']> =>
  (db, { actor }) =>
    RightsWatch.open(db, kind, actor);

/** {@link RightsWatch} over accounts. */
export const watchAccounts = watchOf(accounts);
/** {@link RightsWatch} over roles. */
export const watchRoles = watchOf(roles);
/** {@link RightsWatch} over the nodes of the permission tree. */
export const watchNodes = watchOf(nodes);
/** {@link RightsWatch} over the tree of partners, which determines their people's reach. */
export const watchPartners = watchOf(partners);
/** {@link RightsWatch} over agencies, whose accounts move with them between partners. */
export const watchAgencies = watchOf(agencies);

/** Throws `outranked` unless the actor holds and reaches everything these accounts do, including disabled roles. */
export async function assertNotOutranked(db: Db, actor: Actor, userIds: readonly number[]): Promise<void> {
  if (actor.admin) return;
  for (const account of (await readAccounts(db, userIds)).values()) {
    if (account.beyond(actor).length > 0) throw failure('outranked');
  }
}

/**
 * Throws `outranked` if an account is an administrator or reaches rows that its creator does not, judging by their
 * current state. Its codes are not checked: the creator's task includes assigning the role.
 */
export async function assertWithinReach(db: Db, maker: Actor, userId: number): Promise<void> {
  const found = await readPeople(db, sql<SqlBool>`u.user_id in (${maker.userId}, ${userId})`);
  const [who, account] = [maker.userId, userId].map(id => found.find(({ person }) => person.userId === id));
  const rights = who ? rightsNow(who) : maker;
  if (account && reachBeyond(rights, rightsNow(account)) !== undefined) throw failure('outranked');
}

import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { type SqlBool, sql } from 'kysely';
import type { Actor } from '../engine/actor.ts';
import type { ChangeKind, ChangeWatch, DatasetServer } from '../engine/server-side.ts';
import type { Condition, Db } from '../engine/sql.ts';
import { lockAccessVersion, raiseAccessVersion } from './access-version.ts';
import { type Giver, type ReadGivers, readAccounts, readNodes, readRoles } from './givers.ts';
import { type ReadPerson, readPeople } from './person.ts';
import { gainsBeyond, isMore, type Rights, type RightsPart, reachBeyond, rightsNow } from './rights.ts';

/** How the rows of a dataset give rights. */
interface Kind {
  readonly dataset: AnyDataset;
  /** Fields by which what people may do changes; missing where every field counts. */
  readonly fields?: readonly string[];
  /** The rows themselves, where they give rights to whoever has them. */
  readonly givers?: ReadGivers;
  /** The people whose rights come from these rows, as a condition on t_admin_user as `u`. */
  readonly people?: (keys: readonly number[]) => Condition;
  /**
   * Where an organisation hangs says nothing but how far people reach, and is for those to say who may change it and
   * reach both places: only what people gain is compared, and a new one is reached by all above it.
   */
  readonly organisation?: true;
  /** Fields under which a refusal is shown in a form: the first that the person has changed. */
  readonly shown: Partial<Record<RightsPart, readonly string[]>>;
}

const keysAre = (keys: readonly number[]) => sql`any(${[...keys]}::bigint[])`;

const accounts: Kind = {
  dataset: registry.adminUser,
  givers: readAccounts,
  // An account is judged by all that it would hold with everything switched on, one's own by what it gains of that;
  // what holds now is compared beside it, or one would put a role in place of one that was switched off.
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

const partners: Kind = {
  dataset: registry.partners,
  fields: ['parentId'],
  people: () => sql<SqlBool>`(u.partners_id is not null or u.agent_id is not null)`,
  organisation: true,
  shown: { rows: ['parentId'], partner: ['parentId'], province: ['parentId'], agency: ['parentId'] },
};

const agencies: Kind = {
  dataset: registry.agent,
  fields: ['partnersId'],
  people: keys => sql<SqlBool>`u.agent_id = ${keysAre(keys)}`,
  organisation: true,
  shown: { rows: ['partnersId'], partner: ['partnersId'], province: ['partnersId'], agency: ['partnersId'] },
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
 * Compares the rights of everybody whom a change of rows touches, before and after it, in its transaction, and refuses
 * the change when it gives what the acting person does not hold, or takes from somebody or something that holds more
 * than the acting person (domain A1, A2). An administrator passes; nobody shuts himself out.
 *
 * The row of the access version is locked first, so that such changes come one after the other: each is judged by
 * what the one before it has left, the acting person's own rights among it.
 */
class RightsWatch implements ChangeWatch {
  private readonly db: Db;
  private readonly kind: Kind;
  private readonly actor: Actor;
  /** The acting person as the call came, and as the account stands now: both must hold what is given. */
  private readonly acting: readonly Rights[];
  private readonly wasAdmin: boolean;
  private before: Snapshot | undefined;

  private constructor(db: Db, kind: Kind, actor: Actor, now: ReadPerson | undefined) {
    this.db = db;
    this.kind = kind;
    this.actor = actor;
    this.acting = actor.elevated || !now ? [actor] : [actor, rightsNow(now)];
    this.wasAdmin = now?.person.admin === true;
  }

  static async open(db: Db, kind: Kind, actor: Actor): Promise<RightsWatch> {
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
    if (this.passes) return;
    const matters =
      what === 'updated'
        ? fields === undefined || !kind.fields || kind.fields.some(name => fields.includes(name))
        : what === 'restored' || !kind.organisation;
    this.before = matters ? await take(this.db, kind, keys) : undefined;
  }

  async settle(_: ChangeKind, keys: readonly number[], filled: readonly string[] = []): Promise<void> {
    await raiseAccessVersion(this.db);
    if (this.kind === accounts) await this.assertStillIn(keys);
    const { before } = this;
    this.before = undefined;
    if (!before) return;
    const after = await take(this.db, this.kind, keys);
    const beyond = new Set([...this.judgeGivers(before, after, keys), ...this.judgePeople(before, after)]);
    if (beyond.size > 0) this.refuse(beyond, filled);
  }

  /** Throws `notAllowedNow` when the acting person has lost the own account, or the administrator's flag with it. */
  private async assertStillIn(keys: readonly number[]): Promise<void> {
    if (!keys.includes(this.actor.userId) || this.actor.elevated) return;
    const [now] = await readPeople(this.db, sql<SqlBool>`u.user_id = ${this.actor.userId}`);
    if (now && (!now.active || (this.wasAdmin && !now.person.admin))) throw failure('notAllowedNow');
  }

  /** Throws `outranked` for a row that gave more than the acting person holds; answers what one gives beyond that now. */
  private judgeGivers(before: Snapshot, after: Snapshot, keys: readonly number[]): RightsPart[] {
    return keys.flatMap(key => {
      const [was, is] = [before.givers.get(key), after.givers.get(key)];
      if (was?.gives !== undefined && was.gives === is?.gives) return [];
      const own = this.kind === accounts && this.isOwn(key);
      if (was && !own && this.beyond(who => was.beyond(who)).length > 0) throw failure('outranked');
      return is ? this.beyond(who => is.beyond(who, own ? was : undefined)) : [];
    });
  }

  /** Throws `outranked` when somebody stronger has lost something; answers what anybody gains beyond the acting person. */
  private judgePeople(before: Snapshot, after: Snapshot): RightsPart[] {
    return [...new Set([...before.people.keys(), ...after.people.keys()])].flatMap(userId => {
      const [was, is] = [rightsNow(before.people.get(userId)), rightsNow(after.people.get(userId))];
      const lost = !this.kind.organisation && !this.isOwn(userId) && isMore(is, was);
      if (lost && this.acting.some(who => isMore(who, was))) throw failure('outranked');
      return this.beyond(who => gainsBeyond(who, was, is));
    });
  }

  /** Whether an account is the acting person's own, and no token of a script acts, which may less. */
  private isOwn(userId: number): boolean {
    return userId === this.actor.userId && this.actor.token === undefined;
  }

  private beyond(of: (who: Rights) => readonly RightsPart[]): RightsPart[] {
    return this.acting.flatMap(of);
  }

  /** Throws `invalidFields` under the fields of a form that lead too far; `outranked` where there is no such field. */
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
/** {@link RightsWatch} over the tree of partners, which says how far their people reach. */
export const watchPartners = watchOf(partners);
/** {@link RightsWatch} over agencies, whose accounts follow them from partner to partner. */
export const watchAgencies = watchOf(agencies);

/** Throws `outranked` unless the acting person holds and reaches all that these accounts do, roles switched off included. */
export async function assertNotOutranked(db: Db, actor: Actor, userIds: readonly number[]): Promise<void> {
  if (actor.admin) return;
  for (const account of (await readAccounts(db, userIds)).values()) {
    if (account.beyond(actor).length > 0) throw failure('outranked');
  }
}

/**
 * Throws `outranked` when an account is an administrator or reaches rows that its maker does not, as both stand now.
 * Which codes it holds is not asked for: the role that it was made with is given with the office of whoever made it.
 */
export async function assertWithinReach(db: Db, maker: Actor, userId: number): Promise<void> {
  const found = await readPeople(db, sql<SqlBool>`u.user_id in (${maker.userId}, ${userId})`);
  const [who, account] = [maker.userId, userId].map(id => found.find(({ person }) => person.userId === id));
  const rights = who ? rightsNow(who) : maker;
  if (account && reachBeyond(rights, rightsNow(account)) !== undefined) throw failure('outranked');
}

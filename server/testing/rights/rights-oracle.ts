import type { RightsState } from './rights-world.ts';

/**
 * The rights of an account, calculated independently from the rows of a state: it uses no code of the product, so that
 * the two can disagree.
 */
export interface Held {
  readonly admin: boolean;
  readonly codes: ReadonlySet<string>;
  /** 0 no rows, 1 own rows, 2 all rows within the organisations below. */
  readonly rows: 0 | 1 | 2;
  /** Partners, provinces and agencies whose rows are within reach; {@link every} if unbound. */
  readonly partners: ReadonlySet<number>;
  readonly provinces: ReadonlySet<number>;
  readonly agents: ReadonlySet<number>;
}

/** Who acted, and how: the account, and the codes of the API token that was used instead of a session. */
export interface Acting {
  readonly userId: number;
  readonly tokenCodes?: readonly string[];
}

/** The kinds of calls that are judged apart. */
export type Deed = 'account' | 'role' | 'node' | 'organisation' | 'review' | 'password';

/** Represents all partners, provinces or agencies, and for rows without one. */
const every = -1;

const nobody: Held = {
  admin: false,
  codes: new Set(),
  rows: 0,
  partners: new Set(),
  provinces: new Set(),
  agents: new Set(),
};

/** A state by its ids, with cached results; states do not change once read. */
interface Indexed {
  readonly users: ReadonlyMap<number, RightsState['users'][number]>;
  readonly roles: ReadonlyMap<number, RightsState['roles'][number]>;
  readonly nodes: ReadonlyMap<number, RightsState['nodes'][number]>;
  readonly agents: ReadonlyMap<number, RightsState['agents'][number]>;
  readonly rolesOf: ReadonlyMap<number, readonly number[]>;
  readonly nodesOf: ReadonlyMap<number, readonly number[]>;
  readonly held: Map<number, Held>;
}

const indexes = new WeakMap<RightsState, Indexed>();

const byId = <T extends { readonly id: number }>(rows: readonly T[]) =>
  new Map(rows.map(row => [row.id, row]));

function membersOf(pairs: readonly (readonly [number, number])[]): Map<number, number[]> {
  const members = new Map<number, number[]>();
  for (const [owner, member] of pairs) {
    const known = members.get(owner);
    if (known) known.push(member);
    else members.set(owner, [member]);
  }
  return members;
}

function indexOf(state: RightsState): Indexed {
  const known = indexes.get(state);
  if (known) return known;
  const made: Indexed = {
    users: byId(state.users),
    roles: byId(state.roles),
    nodes: byId(state.nodes),
    agents: byId(state.agents),
    rolesOf: membersOf(state.userRoles),
    nodesOf: membersOf(state.roleNodes),
    held: new Map(),
  };
  indexes.set(state, made);
  return made;
}

/** Codes from an account's roles; with `dormant`, including those of disabled roles and nodes. */
function codesOf(state: RightsState, userId: number, dormant: boolean): Set<string> {
  const { roles, rolesOf } = indexOf(state);
  const codes = new Set<string>();
  for (const role of rolesOf.get(userId) ?? []) {
    if (!alive(roles.get(role), dormant)) continue;
    for (const code of roleCodes(state, role, dormant)) codes.add(code);
  }
  return codes;
}

function roleCodes(state: RightsState, roleId: number, dormant: boolean): string[] {
  const { nodes, nodesOf } = indexOf(state);
  return (nodesOf.get(roleId) ?? []).flatMap(id => {
    const node = nodes.get(id);
    return alive(node, dormant) && node?.code != null ? [node.code] : [];
  });
}

function alive(
  row: { readonly deleted: boolean; readonly status: number } | undefined,
  dormant: boolean,
): boolean {
  return row !== undefined && !row.deleted && (dormant || row.status === 1);
}

function treeOf(state: RightsState, root: number): Set<number> {
  const tree = new Set([root]);
  for (let grown = 0; grown !== tree.size; ) {
    grown = tree.size;
    for (const { id, parent, deleted } of state.partners) if (!deleted && tree.has(parent)) tree.add(id);
  }
  return tree;
}

/** Reports whether the agency or the partner of an account is disabled or deleted, or a partner above it. */
export function isOut(state: RightsState, userId: number): boolean {
  const { users, agents } = indexOf(state);
  const user = users.get(userId);
  if (!user) return false;
  const agency = user.agent === null ? undefined : agents.get(user.agent);
  if (user.agent !== null && !alive(agency, false)) return true;
  const above = new Set<number>();
  for (let id = agency?.partner ?? user.partner; id !== null && !above.has(id); ) {
    const partner = state.partners.find(row => row.id === id);
    if (!partner) return false;
    if (!alive(partner, false)) return true;
    above.add(id);
    id = partner.parent;
  }
  return false;
}

/** The rights of an account in a state; nothing while it is disabled, deleted, out or not there. */
export function heldBy(state: RightsState, userId: number): Held {
  const { held } = indexOf(state);
  const known = held.get(userId) ?? workOut(state, userId);
  held.set(userId, known);
  return known;
}

function workOut(state: RightsState, userId: number): Held {
  const { users, roles, agents, rolesOf } = indexOf(state);
  const user = users.get(userId);
  if (!user || user.deleted || user.status !== 1 || isOut(state, userId)) return nobody;
  // A person of an agency belongs to its partner, whatever the account says; of a deleted agency, to none.
  const partner = user.agent === null ? user.partner : (agents.get(user.agent)?.partner ?? null);
  const scopes = (rolesOf.get(userId) ?? [])
    .filter(role => alive(roles.get(role), false))
    .map(role => roles.get(role)?.scope ?? 0)
    .filter(scope => [true, partner, user.province, user.agent, true][scope] !== null);
  const rows = user.admin === 1 || scopes.some(scope => scope !== 4) ? 2 : scopes.length > 0 ? 1 : 0;
  const bound = user.admin === 1 ? { partner: null, province: null, agent: null } : { ...user, partner };
  return {
    admin: user.admin === 1,
    codes: codesOf(state, userId, false),
    rows,
    partners:
      bound.partner !== null ? treeOf(state, bound.partner) : new Set(bound.agent === null ? [every] : []),
    provinces: new Set([bound.province ?? every]),
    agents: new Set([bound.agent ?? every]),
  };
}

/** The parts of `held` that `by` does not hold; empty if it holds everything. `fresh`: partners just created. */
function missing(by: Held, held: Held, fresh: ReadonlySet<number>): string[] {
  if (by.admin) return [];
  const codes = [...held.codes].filter(code => !by.codes.has(code));
  return [...(held.admin ? ['admin'] : []), ...codes, ...reachMissing(by, held, fresh)];
}

function reachMissing(by: Held, held: Held, fresh: ReadonlySet<number>): string[] {
  if (by.admin || held.rows === 0) return [];
  const beyond = (side: 'partners' | 'provinces' | 'agents') =>
    !by[side].has(every) &&
    [...held[side]].some(one => !by[side].has(one) && !(side === 'partners' && fresh.has(one)));
  return [
    ...(held.rows > by.rows ? ['rows'] : []),
    ...(['partners', 'provinces', 'agents'] as const).filter(beyond),
  ];
}

/** The faults of a step: gains that the actor does not hold, losses of people with more rights, and invalid states. */
export function judge(before: RightsState, after: RightsState, acting: Acting, deed: Deed): string[] {
  const faults: string[] = [...standing(before, after)];
  const own = heldBy(before, acting.userId);
  const by: Held = acting.tokenCodes
    ? {
        ...own,
        admin: false,
        codes: new Set(acting.tokenCodes.filter(code => own.admin || own.codes.has(code))),
      }
    : own;
  const now = heldBy(after, acting.userId);
  const stillThere = indexOf(after).users.get(acting.userId);
  const gone = stillThere?.status !== 1 || stillThere.deleted || isOut(after, acting.userId);
  if (gone || (own.admin && !now.admin)) faults.push('shut themselves out');
  if (by.admin) return faults;
  const known = new Set(before.partners.map(({ id }) => id));
  const fresh = new Set(after.partners.filter(({ id }) => !known.has(id)).map(({ id }) => id));
  // Reviewing gives the roles of the two kinds of applicants.
  const office = new Set(
    deed === 'review'
      ? after.roles
          .filter(({ code, deleted }) => !deleted && ['partner', 'agent'].includes(code))
          .flatMap(({ id }) => roleCodes(after, id, true))
      : [],
  );
  const mayGive = (code: string) => by.codes.has(code) || office.has(code);
  const was = indexOf(before).users;

  for (const user of after.users) {
    const [had, has] = [heldBy(before, user.id), heldBy(after, user.id)];
    const isOwn = user.id === acting.userId && acting.tokenCodes === undefined;
    // An administrator already holds every code.
    const gained = had.admin ? [] : [...has.codes].filter(code => !had.codes.has(code));
    const who = `${user.name}#${user.id}`;
    for (const code of gained) if (!mayGive(code)) faults.push(`${who} gained ${code}`);
    if (has.admin && !had.admin) faults.push(`${who} became an administrator`);
    const wider = reachMissing(had, has, fresh).length > 0;
    if (wider || gained.length > 0) {
      const far = reachMissing(by, has, fresh);
      if (far.length > 0) faults.push(`${who} gained reach over ${far.join()}`);
    }
    const lost = missing(has, had, fresh);
    // Anyone who reaches an organisation may move it, but must not lock out people with more rights.
    if (lost.length > 0 && !isOwn && (deed !== 'organisation' || isOut(after, user.id))) {
      const stronger = missing(by, had, fresh);
      if (stronger.length > 0)
        faults.push(`${who} lost ${lost.join()}, and holds ${stronger.join()} besides`);
    }
    faults.push(
      ...dormantGains(before, after, user.id)
        .filter(code => !mayGive(code))
        .map(code => `${who} would gain ${code}`),
    );
    const stood = was.get(user.id);
    if (!stood || stood.version === user.version || isOwn || deed === 'organisation') continue;
    const beyond = stood.deleted
      ? []
      : [...codesOf(before, user.id, true)].filter(code => !by.codes.has(code));
    if (stood.admin === 1 || beyond.length > 0)
      faults.push(`${who} was changed, and holds ${beyond.join() || 'all'}`);
  }
  return [...faults, ...roleFaults(before, after, mayGive), ...nodeFaults(before, after, mayGive)];
}

/** Codes that an account would gain if everything were enabled; a deleted account holds nothing. */
function dormantGains(before: RightsState, after: RightsState, userId: number): string[] {
  const dormant = (state: RightsState) =>
    indexOf(state).users.get(userId)?.deleted === false ? codesOf(state, userId, true) : new Set<string>();
  const had = dormant(before);
  return [...dormant(after)].filter(code => !had.has(code));
}

function roleFaults(before: RightsState, after: RightsState, mayGive: (code: string) => boolean): string[] {
  return after.roles.flatMap(role => {
    const stood = indexOf(before).roles.get(role.id);
    const codes = (state: RightsState, row: typeof role | undefined) =>
      row && !row.deleted ? roleCodes(state, role.id, true) : [];
    const [had, has] = [codes(before, stood), codes(after, role)];
    const same =
      stood?.deleted === role.deleted &&
      stood.status === role.status &&
      stood.scope === role.scope &&
      stood.code === role.code &&
      had.toSorted().join() === has.toSorted().join();
    if (same) return [];
    // That a node was changed is judged with the node.
    const byNode = stood?.version === role.version;
    const beyond = [...new Set([...had, ...has])].filter(code => !mayGive(code));
    return byNode || beyond.length === 0
      ? []
      : [`role ${role.code}#${role.id} was changed, with ${beyond.join()}`];
  });
}

function nodeFaults(before: RightsState, after: RightsState, mayGive: (code: string) => boolean): string[] {
  return after.nodes.flatMap(node => {
    const stood = indexOf(before).nodes.get(node.id);
    if (stood && stood.code === node.code && stood.status === node.status && stood.deleted === node.deleted)
      return [];
    const codes = [stood && !stood.deleted ? stood.code : null, node.deleted ? null : node.code];
    return codes
      .filter(code => code !== null && !mayGive(code))
      .map(code => `node #${node.id} was changed, with ${code}`);
  });
}

/** Checks the limits of the actor. */
function standing(before: RightsState, after: RightsState): string[] {
  const deleted = new Set(before.users.filter(user => user.deleted).map(({ id }) => id));
  return after.users.flatMap(({ id, name, deleted: gone, status }) => {
    const faults: string[] = [];
    if (!gone && deleted.has(id) && status === 1) faults.push(`${name}#${id} came back enabled`);
    if (gone || status !== 1) {
      if (after.tokenOwners.includes(id)) faults.push(`${name}#${id} is out and has an API token`);
    }
    if ((gone || status !== 1 || isOut(after, id)) && after.sessionOwners.includes(id))
      faults.push(`${name}#${id} is out and has a session`);
    return faults;
  });
}

import { password } from '../../contexts/testing/seeded-app.ts';
import type { Random } from '../random.ts';
import { type Deed, heldBy, isOut } from './rights-oracle.ts';
import { type RightsState, type RightsWorld, walkCodes, walkProvinces } from './rights-world.ts';

/** A call of the walk: its caller, and the rule it is judged by. */
export interface WalkStep {
  readonly userId: number;
  /** The API token that is used instead of the session. */
  readonly token?: { readonly token: string; readonly codes: readonly string[] };
  readonly deed: Deed;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Lines of a csv file to upload first, which the body imports. */
  readonly file?: readonly string[];
}

type Call = Pick<WalkStep, 'deed' | 'method' | 'url' | 'body' | 'file'>;

/** Generates one kind of call; undefined if the state has no material for it. */
interface Move {
  /** Code without which the call is refused at once. */
  readonly code: string | undefined;
  /** Relative frequency. */
  readonly weight: number;
  make(state: RightsState, random: Random, world: RightsWorld, userId: number): Call | undefined;
}

/** A name that the walk has not made before, the same for the same seed. */
const newName = (random: Random) => `w${random.below(2 ** 31).toString(36)}`;

const user = '/api/admin/user';
const role = '/api/admin/role';
const node = '/api/admin/perm';
const partner = '/api/base/wish/partners';
const agency = '/api/base/agent';

type Rows = readonly { readonly id: number; readonly deleted: boolean; readonly version: number }[];

/** A row that is there, mostly; one in the trash, now and then. */
function pick<T extends Rows[number]>(rows: readonly T[], random: Random, deleted = false): T | undefined {
  const found = rows.filter(row => row.deleted === deleted);
  return found.length === 0 ? undefined : random.pick(found);
}

function some<T>(from: readonly T[], random: Random, most: number): T[] {
  return from.length === 0
    ? []
    : [...new Set(Array.from({ length: random.below(most + 1) }, () => random.pick(from)))];
}

/** One or two of the fields, each with a value made for it. */
function fields(random: Random, makers: Readonly<Record<string, () => unknown>>): Record<string, unknown> {
  const names = some(Object.keys(makers), random, 2);
  const chosen = names.length > 0 ? names : [random.pick(Object.keys(makers))];
  return Object.fromEntries(chosen.map(name => [name, makers[name]?.()]));
}

const present = (rows: Rows) => rows.filter(({ deleted }) => !deleted).map(({ id }) => id);

/** Fields of an account that give rights. */
function ofUser(state: RightsState, random: Random, held: readonly number[]): Record<string, unknown> {
  const maybe = (from: readonly number[]) =>
    from.length > 0 && random.chance(70) ? random.pick(from) : null;
  return fields(random, {
    roleIds: () => {
      const kept = held.filter(() => random.chance(60));
      return [...new Set([...kept, ...some(present(state.roles), random, 2)])];
    },
    status: () => random.below(2),
    adminFlag: () => random.below(2),
    partnersId: () => maybe(present(state.partners)),
    provinceId: () => maybe(walkProvinces),
    agentId: () => maybe(present(state.agents)),
    nickName: () => 'x',
  });
}

function ofRole(state: RightsState, random: Random, held: readonly number[]): Record<string, unknown> {
  return fields(random, {
    permIds: () => [
      ...new Set([...held.filter(() => random.chance(80)), ...some(present(state.nodes), random, 3)]),
    ],
    dataScope: () => random.below(5),
    status: () => random.below(2),
    roleCode: () => random.pick(['partner', 'agent', newName(random)]),
    remark: () => 'x',
  });
}

/** A code that no node carries, mostly: two with the same code are refused before anything is compared. */
function freeCode(state: RightsState, random: Random): string {
  const taken = new Set(state.nodes.filter(({ deleted }) => !deleted).map(({ code }) => code));
  const free = walkCodes.filter(code => !taken.has(code));
  return random.pick(free.length > 0 && random.chance(80) ? free : walkCodes);
}

function ofNode(state: RightsState, random: Random): Record<string, unknown> {
  return fields(random, {
    permCode: () => (random.chance(3) ? null : freeCode(state, random)),
    status: () => random.below(2),
    description: () => newName(random),
    parentId: () => random.pick([0, ...present(state.nodes)]),
  });
}

/** Moves rows to the trash, and back. */
function trash(
  of: 'users' | 'roles' | 'nodes' | 'partners' | 'agents',
  url: string,
  code: string,
  deed: Deed,
): Move[] {
  const ids = (deleted: boolean, state: RightsState, random: Random) => {
    const row = pick<Rows[number]>(state[of], random, deleted);
    return row && { ids: [row.id] };
  };
  return [
    {
      code,
      weight: 2,
      make: (state, random) => {
        const body = ids(false, state, random);
        return body && { deed, method: 'DELETE', url, body };
      },
    },
    {
      code,
      weight: 4,
      make: (state, random) => {
        const body = ids(true, state, random);
        return body && { deed, method: 'POST', url: `${url}/restore`, body };
      },
    },
  ];
}

const partnerBody = (random: Random, parentId: number) => ({
  partnersName: newName(random),
  parentId,
  channelName: 'c',
  userName: 'u',
  position: 'p',
  phone: '1',
  address: 'a',
  provinceIds: [],
});

const moves: readonly Move[] = [
  {
    code: 'sys:user:update',
    weight: 14,
    make(state, random, _, userId) {
      const row = random.chance(15) ? state.users.find(({ id }) => id === userId) : pick(state.users, random);
      if (!row) return undefined;
      const held = state.userRoles.filter(([owner]) => owner === row.id).map(([, id]) => id);
      const body = { userId: row.id, version: row.version, ...ofUser(state, random, held) };
      return { deed: 'account', method: 'PUT', url: user, body };
    },
  },
  {
    code: 'sys:user:add',
    weight: 1,
    make: (state, random) => ({
      deed: 'account',
      method: 'POST',
      url: user,
      body: {
        userName: newName(random),
        password,
        nickName: 'w',
        userType: 2,
        ...ofUser(state, random, []),
      },
    }),
  },
  ...trash('users', user, 'sys:user:delete', 'account'),
  {
    code: 'sys:role:update',
    weight: 14,
    make(state, random) {
      const row = pick(state.roles, random);
      if (!row) return undefined;
      const held = state.roleNodes.filter(([owner]) => owner === row.id).map(([, id]) => id);
      const body = { roleId: row.id, version: row.version, ...ofRole(state, random, held) };
      return { deed: 'role', method: 'PUT', url: role, body };
    },
  },
  {
    code: 'sys:role:add',
    weight: 2,
    make: (state, random) => ({
      deed: 'role',
      method: 'POST',
      url: role,
      body: {
        roleName: 'w',
        roleCode: random.pick(['partner', 'agent', newName(random)]),
        dataScope: random.below(5),
        permIds: some(present(state.nodes), random, 4),
      },
    }),
  },
  ...trash('roles', role, 'sys:role:delete', 'role'),
  {
    code: 'sys:perm:update',
    weight: 10,
    make(state, random) {
      const row = pick(state.nodes, random);
      const body = row && { permId: row.id, version: row.version, ...ofNode(state, random) };
      return body && { deed: 'node', method: 'PUT', url: node, body };
    },
  },
  {
    code: 'sys:perm:add',
    weight: 2,
    make: (state, random) => ({
      deed: 'node',
      method: 'POST',
      url: node,
      body: {
        permType: 3,
        parentId: 0,
        permCode: freeCode(state, random),
        ...ofNode(state, random),
        description: newName(random),
      },
    }),
  },
  ...trash('nodes', node, 'sys:perm:delete', 'node'),
  {
    code: 'wish:partners:update',
    weight: 6,
    make(state, random) {
      const row = pick(state.partners, random);
      const body = row && {
        partnersId: row.id,
        version: row.version,
        ...fields(random, {
          parentId: () => random.pick([0, ...present(state.partners)]),
          // Mostly enabled again, or no callers would be left.
          status: () => (random.chance(70) ? 1 : 0),
        }),
      };
      return body && { deed: 'organisation', method: 'PUT', url: partner, body };
    },
  },
  {
    code: 'wish:partners:add',
    weight: 2,
    make: (state, random) => ({
      deed: 'organisation',
      method: 'POST',
      url: partner,
      body: partnerBody(random, random.pick([0, ...present(state.partners)])),
    }),
  },
  ...trash('partners', partner, 'wish:partners:delete', 'organisation'),
  {
    code: 'base:agent:update',
    weight: 5,
    make(state, random) {
      const row = pick(state.agents, random);
      const to = pick(state.partners, random);
      if (!row || !to) return undefined;
      const call = { deed: 'organisation', method: 'PUT' } as const;
      if (random.chance(40)) {
        const status = random.chance(70) ? 1 : 0;
        return { ...call, url: agency, body: { agentId: row.id, version: row.version, status } };
      }
      return random.chance(50)
        ? { ...call, url: agency, body: { agentId: row.id, version: row.version, partnersId: to.id } }
        : { ...call, url: `${agency}/transfer`, body: { agentIds: [row.id], partnersId: to.id } };
    },
  },
  {
    code: 'base:agent:batchUpdate',
    weight: 3,
    make(state, random) {
      const to = pick(state.partners, random);
      const ids = some(present(state.agents), random, 3);
      if (!to || ids.length === 0) return undefined;
      const body = { tableId: 30, importBatch: 'walk', originName: 'walk.csv', again: true };
      const file = random.chance(60)
        ? ['机构ID,合伙人', ...ids.map(id => `${id},${to.id}`)]
        : ['机构ID,状态', ...ids.map(id => `${id},${random.chance(70) ? '启用' : '停用'}`)];
      return { deed: 'organisation', method: 'POST', url: `${agency}/batch/update`, body, file };
    },
  },
  {
    code: 'base:agent:batchUpdate',
    weight: 2,
    make(_, __, world) {
      const id = world.lastJob();
      return id === undefined
        ? undefined
        : { deed: 'organisation', method: 'POST', url: '/api/base/log/undo', body: { id } };
    },
  },
  ...trash('agents', agency, 'base:agent:delete', 'organisation'),
  {
    code: 'base:partnersapply:audit',
    weight: 1,
    make(state, random) {
      const applyId = state.applications.length > 0 ? random.pick(state.applications) : undefined;
      const under = pick(state.partners, random);
      return applyId === undefined
        ? undefined
        : {
            deed: 'review',
            method: 'PUT',
            url: '/api/admin/partners/apply/audit',
            body: { applyId, auditStatus: 2, partnersId: random.chance(80) ? under?.id : undefined },
          };
    },
  },
  {
    code: undefined,
    weight: 0.5,
    make: (state, random, _, userId) => ({
      deed: 'password',
      method: 'POST',
      url: '/api/admin/apiToken',
      body: {
        name: 'w',
        days: 1,
        codes: some(walkCodes, random, 3),
        userId: pick(state.users, random)?.id ?? userId,
      },
    }),
  },
  {
    // Refused to all but administrators.
    code: undefined,
    weight: 0.05,
    make: (state, random) => ({
      deed: 'password',
      method: 'POST',
      url: `${user}/reset_pwd`,
      body: { userId: pick(state.users, random)?.id },
    }),
  },
];

/** Codes that allow any change here. */
const powerful = moves.flatMap(({ code }) => code ?? []);

/**
 * A random call by a random person with an enabled account. Mostly one whose code the person holds, so that more than
 * the missing code is tested; one call in eight uses an API token.
 */
export function makeStep(world: RightsWorld, state: RightsState, random: Random): WalkStep | undefined {
  const active = state.users.filter(
    ({ id, deleted, status }) => !deleted && status === 1 && !isOut(state, id),
  );
  // Administrators may do all, which is no news, but keep the world from running down.
  const kind = random.chance(88) ? active.filter(({ admin }) => admin === 0) : active;
  const able = kind.filter(({ id }) => powerful.some(code => heldBy(state, id).codes.has(code)));
  const actor = random.pick(able.length > 0 ? able : active);
  if (!actor) return undefined;
  const held = heldBy(state, actor.id);
  const tokens = world.tokens.filter(({ userId }) => userId === actor.id);
  const token = tokens.length > 0 && random.chance(12) ? random.pick(tokens) : undefined;
  const may = ({ code }: Move) =>
    code === undefined || ((held.admin || held.codes.has(code)) && (token?.codes.includes(code) ?? true));
  const fitting = random.chance(95) ? moves.filter(may) : moves;
  let left = random.next() * fitting.reduce((sum, { weight }) => sum + weight, 0);
  const move = fitting.find(({ weight }) => {
    left -= weight;
    return left <= 0;
  });
  const call = move?.make(state, random, world, actor.id);
  return call && { userId: actor.id, ...(token && { token }), ...call };
}

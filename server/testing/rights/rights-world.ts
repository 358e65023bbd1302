import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { datasetServers } from '../../contexts/datasets.ts';
import { createStarterReader } from '../../contexts/people/auth/job-starter.ts';
import { hashOf } from '../../contexts/people/auth/token-hash.ts';
import { openSeededApp, type SeededApp } from '../../contexts/testing/seeded-app.ts';
import { work } from '../../engine/jobs/work.ts';
import type { DatasetServers } from '../../engine/table/server-side.ts';
import { silentLogger } from '../../platform/logger.ts';
import { sessionOf } from '../hostile/hostile-world.ts';
import type { Random } from '../random.ts';

/** The values that every row of the state has. */
interface Row {
  readonly id: number;
  readonly deleted: boolean;
  readonly version: number;
}

/** All stored rows that give rights. */
export interface RightsState {
  readonly accessVersion: number;
  readonly users: readonly (Row & {
    readonly name: string;
    readonly admin: number;
    readonly status: number;
    readonly partner: number | null;
    readonly province: number | null;
    readonly agent: number | null;
  })[];
  readonly roles: readonly (Row & {
    readonly code: string;
    readonly scope: number;
    readonly status: number;
  })[];
  readonly nodes: readonly (Row & {
    readonly code: string | null;
    readonly status: number;
    readonly parent: number;
  })[];
  readonly partners: readonly (Row & { readonly parent: number; readonly status: number })[];
  readonly agents: readonly (Row & { readonly partner: number; readonly status: number })[];
  readonly userRoles: readonly (readonly [user: number, role: number])[];
  readonly roleNodes: readonly (readonly [role: number, node: number])[];
  /** Owners of API tokens. */
  readonly tokenOwners: readonly number[];
  /** Owners of sessions. */
  readonly sessionOwners: readonly number[];
  /** Applications for an account that wait for a decision. */
  readonly applications: readonly number[];
}

/** An API token of the walk. */
export interface WalkToken {
  readonly userId: number;
  readonly token: string;
  readonly codes: readonly string[];
}

/** An application with people who hold few but powerful codes. */
export interface RightsWorld {
  readonly app: SeededApp;
  /** Session tokens by account. */
  readonly sessions: ReadonlyMap<number, string>;
  readonly tokens: readonly WalkToken[];
  /** The current rows that give rights. */
  state(): Promise<RightsState>;
  /** Regenerates the whole world: accounts, roles, nodes, partners and agencies. */
  shuffle(random: Random): Promise<void>;
  /** Carries out the jobs that were started. */
  runJobs(): Promise<void>;
  /** The job that was started last; undefined in a fresh world. */
  lastJob(): number | undefined;
  /** Opens a new session for an account, and returns its token. */
  logIn(userId: number): Promise<string>;
}

/** Codes that lead to others, and a few that do not. */
export const walkCodes: readonly string[] = [
  ...['list', 'add', 'update', 'delete'].flatMap(action =>
    ['sys:user', 'sys:role', 'sys:perm', 'wish:partners', 'base:agent'].map(of => `${of}:${action}`),
  ),
  'base:agent:batchUpdate',
  'base:partnersapply:audit',
  'sys:log',
  'sys:user:export',
  'base:province:list',
  'sch:examType:list',
];

/** Provinces that people are bound to. */
export const walkProvinces: readonly number[] = [430_000, 420_000];

/** Accounts, roles, partners and agencies of a fresh world. */
const size = { users: 14, admins: 2, roles: 9, partners: 6, agents: 6 } as const;

async function ids(world: SeededApp, query: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> {
  return (await query.execute(world.engine.db)).rows.map(({ id }) => Number(id));
}

/** The server sides of all datasets without the rights watch, to verify that a walk then finds faults. */
const unwatched: DatasetServers = Object.fromEntries(
  Object.entries(datasetServers).map(([name, { watch: _, ...side }]) => [name, side]),
);

/** Opens the application, with or without its watch over rights; {@link RightsWorld.shuffle} fills it. */
export async function openRightsWorld({ watched = true } = {}): Promise<RightsWorld> {
  const queue: number[] = [];
  let last: number | undefined;
  const app = await openSeededApp({
    ...(!watched && { servers: unwatched }),
    enqueue: async id => {
      queue.push(id);
      last = id;
    },
  });
  const { engine } = app;
  const { db } = engine;
  const sessions = new Map<number, string>();
  const tokens: WalkToken[] = [];

  /** There are few nodes, so that equal codes are frequent. */
  async function plantNodes(): Promise<number[]> {
    return ids(
      app,
      sql`insert into t_perm (parent_id, description, perm_type, perm_code)
        select 0, code, 3, code from unnest(${walkCodes}::text[]) as c(code) returning perm_id as id`,
    );
  }

  async function plantRoles(random: Random, nodes: readonly number[]): Promise<number[]> {
    const made: number[] = [];
    for (let n = 0; n < size.roles; n++) {
      // Two are the roles that registration gives.
      const code = ['partner', 'agent'][n] ?? `role${n}`;
      const scope = random.pick([0, 0, 0, 1, 2, 3, 4]);
      const [id = 0] = await ids(
        app,
        sql`insert into t_role (role_name, role_code, data_scope) values (${code}, ${code}, ${scope})
          returning role_id as id`,
      );
      const held = nodes.filter(() => random.chance(random.pick([10, 25, 60])));
      await sql`insert into t_role_perm (role_id, perm_id)
        select ${id}, n from unnest(${held}::bigint[]) as r(n)`.execute(db);
      made.push(id);
    }
    return made;
  }

  async function plantUsers(random: Random, roles: readonly number[]): Promise<void> {
    const partners = await ids(app, sql`select partners_id as id from t_partners order by 1`);
    const agents = await ids(app, sql`select agent_id as id from t_agent order by 1`);
    const maybe = (percent: number, from: readonly number[]) =>
      random.chance(percent) ? random.pick(from) : null;
    for (let n = 0; n < size.users; n++) {
      const agent = maybe(15, agents);
      const partner = maybe(30, partners);
      const [id = 0] = await ids(
        app,
        sql`insert into t_admin_user (user_name, nick_name, user_type, admin_flag, partners_id, province_id, agent_id)
          values (${`walker${n}`}, 'w', 2, ${n < size.admins ? 1 : 0}, ${partner}, ${maybe(25, walkProvinces)}, ${agent})
          returning user_id as id`,
      );
      const held = new Set(Array.from({ length: random.below(4) }, () => random.pick(roles)));
      await sql`insert into t_user_role (user_id, role_id)
        select ${id}, r from unnest(${[...held]}::bigint[]) as h(r)`.execute(db);
      sessions.set(id, await sessionOf(engine, id));
      const codes = walkCodes.filter(() => random.chance(40));
      const token = `yk_${randomBytes(32).toString('base64url')}`;
      await sql`insert into t_api_token (token_hash, user_id, name, hint, codes, read_only, create_time, expire_time)
        values (${hashOf(token)}, ${id}, 'walk', ${token.slice(0, 7)}, ${codes}::text[], false, now(), '2099-01-01')`.execute(
        db,
      );
      tokens.push({ userId: id, token, codes });
    }
  }

  /** A tree of partners, their agencies, and applications for further ones. */
  async function plantOrganisations(random: Random): Promise<void> {
    const partners: number[] = [];
    for (let n = 0; n < size.partners; n++) {
      const parent = partners.length > 0 && random.chance(60) ? random.pick(partners) : 0;
      partners.push(
        ...(await ids(
          app,
          sql`insert into t_partners (partners_name, parent_id, channel_name, data_year, show_flag, mobile_auth,
              user_name, position, phone, address, guide_rate, prob_rate, list_rate, status)
            values (${`p${n}`}, ${parent}, 'c', 2026, 1, 0, 'u', 'p', '1', 'a', 0, 0, 0, 1) returning partners_id as id`,
        )),
      );
    }
    for (let n = 0; n < size.agents; n++) {
      await sql`insert into t_agent (agent_name, agent_code, partners_id, province_id, contact, phone, commission_rate,
          order_num, status)
        values (${`a${n}`}, ${`AG${n}`}, ${random.pick(partners)}, ${random.pick(walkProvinces)}, 'c', '1', 0, 0, 1)`.execute(
        db,
      );
    }
    for (let n = 0; n < 8; n++) {
      const [id = 0] = await ids(
        app,
        sql`insert into t_partners_apply (apply_type, partners_name, user_name, phone, province_id, address, position,
            owner_id)
          values (${1 + (n % 2)}, ${`applied${n}`}, 'u', ${`1380000000${n}`}, ${random.pick(walkProvinces)}, 'a', 'p',
            ${random.chance(50) ? random.pick(partners) : null}) returning apply_id as id`,
      );
      await sql`insert into t_partners_apply_password values (${id}, 'x')`.execute(db);
    }
  }

  return {
    app,
    sessions,
    tokens,
    async state() {
      const found = await sql<{ state: RightsState }>`select jsonb_build_object(
        'accessVersion', (select version from t_access_version),
        'users', (select jsonb_agg(jsonb_build_object('id', user_id, 'name', user_name, 'admin', admin_flag,
          'status', status, 'deleted', deleted, 'version', version, 'partner', partners_id, 'province', province_id,
          'agent', agent_id) order by user_id) from t_admin_user),
        'roles', (select jsonb_agg(jsonb_build_object('id', role_id, 'code', role_code, 'scope', data_scope,
          'status', status, 'deleted', deleted, 'version', version) order by role_id) from t_role),
        'nodes', (select jsonb_agg(jsonb_build_object('id', perm_id, 'code', perm_code, 'status', status,
          'parent', parent_id, 'deleted', deleted, 'version', version) order by perm_id) from t_perm),
        'partners', (select jsonb_agg(jsonb_build_object('id', partners_id, 'parent', parent_id, 'deleted', deleted,
          'status', status, 'version', version) order by partners_id) from t_partners),
        'agents', (select jsonb_agg(jsonb_build_object('id', agent_id, 'partner', partners_id, 'deleted', deleted,
          'status', status, 'version', version) order by agent_id) from t_agent),
        'userRoles', coalesce((select jsonb_agg(jsonb_build_array(user_id, role_id) order by user_id, role_id) from t_user_role), '[]'),
        'roleNodes', coalesce((select jsonb_agg(jsonb_build_array(role_id, perm_id) order by role_id, perm_id) from t_role_perm), '[]'),
        'tokenOwners', coalesce((select jsonb_agg(user_id order by user_id) from t_api_token), '[]'),
        'sessionOwners', coalesce((select jsonb_agg(user_id order by user_id) from t_session), '[]'),
        'applications', coalesce((select jsonb_agg(apply_id order by apply_id) from t_partners_apply where audit_status = 1), '[]')
      ) as state`.execute(db);
      const [row] = found.rows;
      if (!row) throw new Error('There is no state');
      return row.state;
    },
    async shuffle(random) {
      await sql`truncate t_admin_user, t_role, t_perm, t_partners, t_agent, t_partners_apply cascade`.execute(
        db,
      );
      sessions.clear();
      tokens.length = 0;
      queue.length = 0;
      last = undefined;
      await plantOrganisations(random);
      await plantUsers(random, await plantRoles(random, await plantNodes()));
      await sql`update t_access_version set version = version + 1`.execute(db);
    },
    lastJob: () => last,
    async logIn(userId) {
      const token = await sessionOf(engine, userId);
      sessions.set(userId, token);
      return token;
    },
    async runJobs() {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        await work(
          { engine, logger: silentLogger(), workFolder: '', currentActor: createStarterReader(engine.clock) },
          id,
        );
      }
    },
  };
}

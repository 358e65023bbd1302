import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { AppError } from '@yikao/model/errors.ts';
import { type AnyDataset, storedFields } from '@yikao/model/kernel/dataset.ts';
import { isCommon, scopeField, scopeKinds, scopeReference } from '@yikao/model/kernel/scope.ts';
import { sql } from 'kysely';
import { readPerson } from '../../contexts/people/accounts/person.ts';
import { hashOf } from '../../contexts/people/auth/token-hash.ts';
import { openSeededApp, type SeededApp } from '../../contexts/testing/seeded-app.ts';
import type { Engine } from '../../engine/engine.ts';
import { findRow } from '../../engine/read/info.ts';
import { type Actor, elevated } from '../../engine/scope/actor.ts';
import { columnName, tableName } from '../../engine/table/naming.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { remove } from '../../engine/write/remove.ts';
import { add } from '../../engine/write/save.ts';
import { stamp } from './hostile-calls.ts';

/** A caller. */
export interface Caller {
  readonly name: string;
  /** Undefined for callers without an account. */
  readonly userId: number | undefined;
  token: string;
  /** Texts that no answer to this caller may contain. */
  readonly forbidden: readonly string[];
}

/** A row of another organisation, by the mark in its texts. */
interface Canary {
  readonly dataset: AnyDataset;
  readonly key: number;
  /** A row like it that lies in the trash. */
  readonly trashed: number | undefined;
  readonly mark: string;
}

/** An application with people of several organisations, and rows that none of them may see. */
export interface HostileWorld {
  readonly app: SeededApp;
  /**
   * People bound to one organisation who hold every permission code, people without rights, and a caller without a
   * session.
   */
  readonly bound: readonly Caller[];
  readonly admin: Caller;
  /** Ids of rows, including those of the canaries. */
  readonly ids: readonly number[];
  /** Gives a caller a new session, in case one of their calls ended it. */
  renew(caller: Caller): Promise<void>;
  /** Closes the application and returns the lines of its audit log. */
  audited(): Promise<number>;
  /** The stored data of the other organisation, for comparison: rows, trash, histories, file and job. */
  foreign(): Promise<string[]>;
  /**
   * Traces of calls that no call may leave: columns that only the server sets, with values of {@link stamp},
   * and script in texts that are shown as HTML.
   */
  stains(): Promise<string[]>;
}

/** Far past the seeded application's clock. */
const never = new Date('2099-01-01T00:00:00Z');

/** The bound people's province, and another organisation's. */
const [own, foreign] = [430_000, 420_000];

/** Opens a session for an account without a login, and returns its token. */
export async function sessionOf(engine: Engine, userId: number, until = never): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into t_session (token_hash, user_id, ip, create_time, seen_time, expire_time)
    values (${hashOf(token)}, ${userId}, '192.0.2.1', ${engine.clock.now()}, ${engine.clock.now()}, ${until})`.execute(
    engine.db,
  );
  return token;
}

/** A new account with a role that holds every code, bound as `columns` define. */
async function account(engine: Engine, name: string, dataScope: number, columns: Record<string, number>) {
  const names = Object.keys(columns).map(column => sql`, ${sql.id(column)}`);
  const values = Object.values(columns).map(value => sql`, ${value}`);
  const user = await sql<{ id: number }>`
    insert into t_admin_user (user_name, nick_name, user_type ${sql.join(names, sql``)})
    values (${name}, ${name}, 2 ${sql.join(values, sql``)}) returning user_id as id`.execute(engine.db);
  const role = await sql<{ id: number }>`
    insert into t_role (role_name, role_code, data_scope) values (${name}, ${name}, ${dataScope})
    returning role_id as id`.execute(engine.db);
  const [userId, roleId] = [Number(user.rows[0]?.id), Number(role.rows[0]?.id)];
  await sql`insert into t_user_role (user_id, role_id) values (${userId}, ${roleId})`.execute(engine.db);
  await sql`
    insert into t_role_perm (role_id, perm_id) select ${roleId}, perm_id from t_perm`.execute(engine.db);
  return userId;
}

/** Marked rows of another province, partner and agency, in every dataset that has them. */
async function plant(engine: Engine): Promise<Canary[]> {
  const canaries: Canary[] = [];
  // The owner of another organisation's row, once that organisation's own row exists.
  const owners: Record<string, number> = { province: foreign };
  for (const dataset of [registry.partners, registry.agent, ...datasets] as readonly AnyDataset[]) {
    if (canaries.some(one => one.dataset.name === dataset.name)) continue;
    if (isCommon(dataset) || !dataset.permissions.actions.includes('add')) continue;
    const mark = `KANARI${dataset.name}`;
    // Others may refer to it: codes are made for no disabled partner.
    const { enabledBy } = dataset.identity;
    const fixed: Record<string, unknown> = enabledBy === undefined ? {} : { [enabledBy]: 1 };
    for (const kind of scopeKinds) {
      const field = scopeField(dataset, kind);
      if (field !== undefined && field !== dataset.key && owners[kind] !== undefined)
        fixed[field] = owners[kind];
    }
    for (const kind of scopeKinds) {
      const reference = scopeReference(dataset.scope, kind);
      if (reference === undefined) continue;
      // Its owner comes from the row it belongs to, which is a canary too.
      const field = dataset.fields[reference];
      const above = field?.kind === 'ref' && canaries.find(one => one.dataset.name === field.to);
      if (above) fixed[reference] = above.key;
    }
    for (const [name, field] of Object.entries(dataset.fields)) {
      // Names are visible to readers of referring rows.
      if (name === dataset.identity.name) continue;
      if (field.kind === 'text' && !field.format && !field.readOnly && field.max >= mark.length)
        fixed[name] = mark;
      if (field.kind === 'richText') fixed[name] = `<p>${mark}</p>`;
    }
    const make = async (n: number): Promise<number> => {
      try {
        const made = await add(engine, dataset, elevated(), await sampleRow(engine, dataset, n, fixed));
        return Number(made[dataset.key]);
      } catch (error) {
        const refused =
          error instanceof AppError ? (error.options.issues ?? []).map(({ field }) => field) : [];
        const marked = refused.filter(name => fixed[name] === mark);
        if (marked.length === 0) throw error;
        // A rule of the dataset does not take the mark: the field keeps its sample.
        for (const name of marked) delete fixed[name];
        return make(n);
      }
    };
    // One is in the trash, where it must be equally invisible.
    let trashed: number | undefined;
    if (dataset.permissions.actions.includes('delete') && dataset.keyBy === 'database') {
      trashed = await make(76);
      await remove(engine, dataset, elevated(), [trashed]);
    }
    const key = await make(77);
    if (dataset.name === 'partners') owners.partner = key;
    if (dataset.name === 'agent') owners.agency = key;
    canaries.push({ dataset, key, trashed, mark });
  }
  return canaries;
}

/** Texts that an actor must not see: marks of rows out of reach, a private file, another's job, hashes and tokens. */
async function forbiddenTo(
  engine: Engine,
  actor: Actor | undefined,
  canaries: readonly Canary[],
): Promise<string[]> {
  const marks = ['KANARIFILE', 'KANARIJOB', '$argon2', 'token_hash'];
  for (const { dataset, key, mark } of canaries) {
    // People within reach may look up a row by name, without the permission of its list.
    if (!actor || !(await findRow(engine, engine.db, dataset, actor, key))) marks.push(mark);
  }
  return marks;
}

/** Creates the world for hostile calls. */
export async function openHostileWorld(): Promise<HostileWorld> {
  const app = await openSeededApp({ enqueue: async () => undefined });
  const { engine } = app;
  const { db } = engine;
  const canaries = await plant(engine);
  const stored = await engine.files.put('canary/secret.csv', Readable.from('KANARIFILE'), { maxBytes: 100 });
  await sql`
    insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values ('/canary/secret.csv', 'KANARIFILE', ${stored.size}, 'text/csv', ${stored.sha256}, 4, 1)`.execute(
    db,
  );
  await sql`
    insert into t_biz_log (biz_type, op, dataset, title, message, actor, user_id, status, url)
    values (30, 'export', 'schExamType', 'KANARIJOB', 'KANARIJOB', '{}', 1, 'success', '/canary/secret.csv')`.execute(
    db,
  );

  const one = async (query: { execute(db: Engine['db']): Promise<{ rows: { id: number }[] }> }) =>
    Number((await query.execute(db)).rows[0]?.id);
  const partner = await one(sql<{ id: number }>`select partners_id as id from t_partners order by 1 limit 1`);
  const agency = await one(sql<{ id: number }>`select agent_id as id from t_agent order by 1 limit 1`);
  const finance = await one(
    sql<{ id: number }>`select user_id as id from t_admin_user where user_name = 'finance01'`,
  );
  // Bound by every kind at once, so that every dataset with owners binds them.
  const everything = { province_id: own, partners_id: partner, agent_id: agency };
  const people = {
    bound: await account(engine, 'boundwhole', 0, everything),
    own: await account(engine, 'boundown', 4, everything),
    noRows: await account(engine, 'boundnothing', 2, {}),
    finance,
  };
  const bound: Caller[] = [];
  for (const [name, userId] of Object.entries(people)) {
    const person = await readPerson(db, userId);
    const forbidden = await forbiddenTo(engine, person && { ...person, language: 'zh' }, canaries);
    // Otherwise their legitimate changes would count as a breach.
    if (name !== 'finance' && !canaries.every(({ mark }) => forbidden.includes(mark))) {
      throw new Error(`${name} reaches a row that is meant to be foreign`);
    }
    bound.push({ name, userId, token: await sessionOf(engine, userId), forbidden });
  }
  // Unbound people may change anything their codes allow, which is not a breach.
  const codes = [...((await readPerson(db, finance))?.permissions ?? [])];
  const compared = canaries.filter(
    ({ dataset: { permissions } }) =>
      !codes.some(code => code.startsWith(`${permissions.prefix}:`) && !/:(list|export)$/.test(code)),
  );
  const strangers = await forbiddenTo(engine, undefined, canaries);
  const token = bound[0]?.token ?? '';
  const ended = await sessionOf(engine, 1);
  await app.call('POST', '/logout', { token: ended });
  for (const [name, refused] of Object.entries({
    nobody: '',
    forged: randomBytes(32).toString('base64url'),
    cut: token.slice(0, -1),
    longer: `${token}A`,
    twice: `${token}, ${token}`,
    hash: hashOf(token).toString('hex'),
    // Both were an administrator's.
    expired: await sessionOf(engine, 1, engine.clock.now()),
    ended,
  })) {
    bound.push({ name, userId: undefined, token: refused, forbidden: strangers });
  }

  const ids = [
    ...canaries.map(({ key }) => key),
    ...Object.values(people),
    1,
    2,
    3,
    50,
    585,
    own,
    foreign,
    partner,
    agency,
  ];
  return {
    app,
    bound,
    admin: {
      name: 'admin',
      userId: 1,
      token: await sessionOf(engine, 1),
      forbidden: ['$argon2', 'token_hash'],
    },
    ids,
    async renew(caller) {
      if (caller.userId === undefined) return;
      // A caller may have changed their password, or been disabled by the administrator's calls.
      await sql`update t_admin_user set status = 1, deleted = false where user_id = ${caller.userId}`.execute(
        db,
      );
      await sql`update t_credential set must_change = false where user_id = ${caller.userId}`.execute(db);
      caller.token = await sessionOf(engine, caller.userId);
    },
    async audited() {
      // Closing the application writes pending data; its database stays open until the world is closed.
      await app.app.close();
      return one(sql<{ id: number }>`select count(*)::integer as id from t_audit_log`);
    },
    async foreign() {
      const rows = await Promise.all(
        compared.map(({ dataset, key, trashed }) => {
          const keys = [key, trashed ?? key];
          const of = sql.id(columnName(dataset.key));
          return sql<{ row: string }>`
            select to_jsonb(t)::text || (select count(*) from t_row_history as h
              where h.dataset = ${dataset.name} and t.${of} >= h.row_id and t.${of} < h.row_id + h.row_count) as row
            from ${sql.table(tableName(dataset))} as t where t.${of} = any(${keys}::bigint[]) order by t.${of}`.execute(
            db,
          );
        }),
      );
      const files = await sql`
        select (select jsonb_agg(f) from t_upload_file as f where f.origin_name = 'KANARIFILE') as files,
          (select jsonb_agg(j) from t_biz_log as j where j.title = 'KANARIJOB') as jobs`.execute(db);
      return [
        ...rows.flatMap(found => found.rows.map(({ row }) => row)),
        ...files.rows.map(row => JSON.stringify(row)),
      ];
    },
    async stains() {
      const found: string[] = [];
      for (const dataset of datasets as readonly AnyDataset[]) {
        const html = storedFields(dataset).filter(name => dataset.fields[name]?.kind === 'richText');
        const scripts = html.map(
          name => sql`${sql.id(columnName(name))} ~* '<script|<iframe|onerror|javascript:'`,
        );
        const wrong = sql.join(
          [sql`create_by = ${stamp}`, sql`update_by = ${stamp}`, sql`version = ${stamp}`, ...scripts],
          sql` or `,
        );
        const rows = await sql<{ row: string }>`
          select to_jsonb(t)::text as row from ${sql.table(tableName(dataset))} as t where ${wrong} limit 3`.execute(
          db,
        );
        found.push(...rows.rows.map(({ row }) => `${dataset.name} ${row.slice(0, 300)}`));
      }
      return found;
    },
  };
}

import { consumerCalls } from '@yikao/model/contexts/consumer/consumers.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow, keyFrom } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { column } from '../../engine/table/sql.ts';
import { add, update } from '../../engine/write/save.ts';
import { usualQueries } from '../sales/usage.ts';
import { followEntries } from './white-cards.ts';

const { userPerm } = registry;

/** The identifying fields of entries (domain E2). */
const told = ['userId', 'dataYear', 'permType'] as const;

/** Key of the entry that a body refers to: by its id, or else by person, year and list; undefined if there is none. */
async function entryOf(engine: Engine, body: Readonly<Record<string, unknown>>): Promise<number | undefined> {
  if (!isEmpty(body.id)) return keyFrom(userPerm, body.id);
  const values = told.map(name => validateValue(name, userPerm.fields[name], body[name]));
  // Missing and invalid values are reported by the add, together with all other problems.
  const [userId, dataYear, permType] = values.map(one => ('value' in one ? Number(one.value) : 0));
  const found = await sql<Columns<typeof userPerm, 'id'>>`
    select id from t_user_perm
    where user_id = ${userId}::bigint and data_year = ${dataYear}::integer and perm_type = ${permType}::integer
      and not deleted`.execute(engine.db);
  const [row] = found.rows;
  return row?.id;
}

/** One call that adds an entry or changes the one that is there; answers whether it was changed. */
async function save(
  engine: Engine,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<{ readonly data: Record<string, number>; readonly changed: boolean }> {
  const id = await entryOf(engine, body);
  if (id !== undefined) {
    // A caller who names a row by id has seen it, and gives its version.
    const seen = isEmpty(body.id) ? await findRow(engine, engine.db, userPerm, actor, id) : undefined;
    const version = isEmpty(body.version) ? seen?.version : body.version;
    return { data: await update(engine, userPerm, actor, { ...body, id, version }), changed: true };
  }
  // Omitted means the default; a client that sends an empty value wants no limit.
  const countLimit = body.countLimit === undefined ? await usualQueries(engine.db) : body.countLimit;
  return { data: await add(engine, userPerm, actor, { ...body, countLimit }), changed: false };
}

function routes(app: FastifyInstance, engine: Engine): void {
  handle(app, consumerCalls.savePerm, async ({ actor, body, say }) => {
    const { data, changed } = await save(engine, actor, body);
    if (changed) say('modified');
    return data;
  });
  handle(app, consumerCalls.newPerm, async () => ({ countLimit: await usualQueries(engine.db) }));
}

/** Server side of the black and white lists: the grant of a white entry follows every change of it. */
export const userPermServer = defineServer(userPerm, {
  expressions: {
    channel: alias => sql`(
      select ways.channel from t_channel as ways where ways.channel_id = ${column(alias, 'channel_id')})`,
  },
  routes,
  on: {
    'userPerm.add': (engine, db, event) => followEntries(engine, db, event, true),
    'userPerm.update': (engine, db, event) => followEntries(engine, db, event, true),
    'userPerm.restore': (engine, db, event) => followEntries(engine, db, event, true),
    'userPerm.delete': (engine, db, event) => followEntries(engine, db, event, false),
  },
});

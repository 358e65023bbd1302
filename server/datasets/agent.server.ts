import { agencyCalls } from '@yikao/model/calls/agency.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { watchAgencies } from '../accounts/rights-watch.ts';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { type HistoryEntry, recordHistory } from '../engine/history.ts';
import { handle } from '../engine/http/handle.ts';
import { findRow } from '../engine/info.ts';
import { updateWithin } from '../engine/save.ts';
import { type ChangeContext, type ChangeWatch, defineServer } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';

const { agent, adminUser, wishUser } = registry;

interface Moved {
  readonly userId: number;
  readonly version: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Takes the accounts of agencies to the partner that the agencies stand with, so that nobody goes on reaching the
 * former one's rows. An account that names no partner itself is bound to its agency's all the same.
 */
async function moveAccounts(db: Db, keys: readonly number[], actor: Actor): Promise<number> {
  const found = await sql<Moved>`
    update t_admin_user as u
    set partners_id = a.partners_id, update_time = now(), update_by = ${actor.userId}, version = u.version + 1
    from t_agent as a join t_admin_user as was on was.agent_id = a.agent_id
    where a.agent_id = any(${[...keys]}::bigint[]) and was.user_id = u.user_id and not u.deleted
      and u.partners_id <> a.partners_id
    returning u.user_id as "userId", u.version, was.partners_id as before, a.partners_id as after`.execute(
    db,
  );
  if (found.rows.length === 0) return 0;
  await recordHistory(db, adminUser, actor, found.rows.map(entryOf));
  return found.rows.length;
}

/**
 * Takes the candidates of agencies along that have just gone to another partner: whoever was the former partner's is the
 * new one's, so that the agency goes on seeing them and their next orders count for who serves them. Orders that stand
 * keep their partner. `former` are the partners of the agencies before.
 */
async function moveCandidates(db: Db, former: ReadonlyMap<number, number>, actor: Actor): Promise<void> {
  const found = await sql<Moved>`
    update t_wish_user as u
    set partners_id = a.partners_id, update_time = now(), update_by = ${actor.userId}, version = u.version + 1
    from t_agent as a
      join unnest(${[...former.keys()]}::bigint[], ${[...former.values()]}::bigint[]) as was(agent_id, partners_id)
        on was.agent_id = a.agent_id and was.partners_id <> a.partners_id
    where u.agent_id = a.agent_id and u.partners_id = was.partners_id and not u.deleted
    returning u.user_id as "userId", u.version, was.partners_id as before, a.partners_id as after`.execute(
    db,
  );
  await recordHistory(db, wishUser, actor, found.rows.map(entryOf));
}

/** How the history tells that a person went from one partner to another. */
function entryOf({ userId, version, before, after }: Moved): HistoryEntry {
  return {
    rowId: Number(userId),
    op: 'updated',
    version,
    changes: { partnersId: [Number(before), Number(after)] },
  };
}

async function changed(db: Db, keys: readonly number[], _: unknown, { actor }: ChangeContext): Promise<void> {
  await moveAccounts(db, keys, actor);
}

/** Watches over rights, and over agencies that go to another partner, whose candidates follow. */
async function watch(db: Db, context: ChangeContext): Promise<ChangeWatch> {
  const rights = await watchAgencies(db, context);
  const former = new Map<number, number>();
  return {
    async expect(what, keys, fields) {
      if (what === 'updated' && (fields?.includes('partnersId') ?? true)) {
        const found = await sql<{ agentId: number; partnersId: number }>`
          select agent_id as "agentId", partners_id as "partnersId" from t_agent
          where agent_id = any(${[...keys]}::bigint[])`.execute(db);
        for (const { agentId, partnersId } of found.rows) former.set(Number(agentId), Number(partnersId));
      }
      await rights.expect(what, keys, fields);
    },
    async settle(what, keys, filled) {
      if (former.size > 0) await moveCandidates(db, former, context.actor);
      former.clear();
      await rights.settle(what, keys, filled);
    },
  };
}

/**
 * Moves agencies in one transaction: all or none. Throws `notFound` for one out of the actor's reach, `invalidFields`
 * for a partner that is, `duplicate` where the partner has an agency of that name.
 */
async function transfer(
  engine: Engine,
  actor: Actor,
  { agentIds, partnersId }: { readonly agentIds: readonly number[]; readonly partnersId: number },
) {
  const keys = [...new Set(agentIds)].toSorted((one, other) => one - other);
  return engine.db.transaction().execute(async db => {
    const found = await sql<{ accounts: number; candidates: number }>`
      select (select count(*)::integer from t_admin_user as u join t_agent as a using (agent_id)
          where a.agent_id = any(${keys}::bigint[]) and not u.deleted and u.partners_id <> ${partnersId}) as accounts,
        (select count(*)::integer from t_wish_user as w join t_agent as a using (agent_id)
          where a.agent_id = any(${keys}::bigint[]) and not w.deleted and w.partners_id = a.partners_id
            and a.partners_id <> ${partnersId}) as candidates`.execute(db);
    const { accounts = 0, candidates = 0 } = found.rows[0] ?? {};
    let agencies = 0;
    for (const agentId of keys) {
      const row = await findRow(engine, db, agent, actor, agentId, { stored: true });
      if (!row) throw failure('notFound');
      const { version } = await updateWithin(engine, db, agent, actor, {
        agentId,
        partnersId,
        version: row.version,
      });
      if (version !== Number(row.version)) agencies += 1;
    }
    return { agencies, accounts, candidates };
  });
}

function agentRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, agencyCalls.transfer, ({ actor, body }) => transfer(engine, actor, body));
}

/** Server side of the agencies: their accounts and candidates follow them from partner to partner (domain 10). */
export const agentServer = defineServer(agent, { changed, watch, routes: agentRoutes });

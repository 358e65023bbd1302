import { registry } from '@yikao/model/contexts/datasets.ts';
import { agencyCalls } from '@yikao/model/contexts/partner/agency.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { type HistoryEntry, recordHistory } from '../../engine/history/history.ts';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { type ChangeContext, type ChangeWatch, defineServer } from '../../engine/table/server-side.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { updateWithin } from '../../engine/write/save.ts';
import { transact } from '../../engine/write/transaction.ts';
import { watchAgencies } from '../people/accounts/rights-watch.ts';

const { agent, adminUser, wishUser } = registry;

interface Moved {
  readonly userId: number;
  readonly version: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Moves the accounts of agencies to the agencies' partner, so that nobody keeps access to the former one's rows. An
 * account without a partner is bound to its agency's in any case.
 */
async function moveAccounts(db: Tx, keys: readonly number[], actor: Actor): Promise<number> {
  const found = await sql<Moved>`
    update t_admin_user as u
    set partners_id = a.partners_id, update_time = now(), update_by = ${actor.userId}, version = u.version + 1
    from t_agent as a join t_admin_user as was on was.agent_id = a.agent_id
    where a.agent_id = any(${[...keys]}::bigint[]) and was.user_id = u.user_id and not u.deleted
      and u.partners_id <> a.partners_id
    returning u.user_id, u.version, was.partners_id as before, a.partners_id as after`.execute(db);
  if (found.rows.length === 0) return 0;
  await recordHistory(db, adminUser, actor, found.rows.map(entryOf));
  return found.rows.length;
}

/**
 * Moves the candidates of agencies that have just changed partner: candidates of the former partner become the new
 * one's, so that the agency still sees them and their next orders count for the new partner. Existing orders keep their
 * partner. `former` are the agencies' previous partners.
 */
async function moveCandidates(db: Tx, former: ReadonlyMap<number, number>, actor: Actor): Promise<void> {
  const found = await sql<Moved>`
    update t_wish_user as u
    set partners_id = a.partners_id, update_time = now(), update_by = ${actor.userId}, version = u.version + 1
    from t_agent as a
      join unnest(${[...former.keys()]}::bigint[], ${[...former.values()]}::bigint[]) as was(agent_id, partners_id)
        on was.agent_id = a.agent_id and was.partners_id <> a.partners_id
    where u.agent_id = a.agent_id and u.partners_id = was.partners_id and not u.deleted
    returning u.user_id, u.version, was.partners_id as before, a.partners_id as after`.execute(db);
  await recordHistory(db, wishUser, actor, found.rows.map(entryOf));
}

/** The history entry of a person's move from one partner to another. */
function entryOf({ userId, version, before, after }: Moved): HistoryEntry {
  return {
    rowId: userId,
    op: 'updated',
    version,
    changes: { partnersId: [Number(before), Number(after)] },
  };
}

async function changed(db: Tx, keys: readonly number[], _: unknown, { actor }: ChangeContext): Promise<void> {
  await moveAccounts(db, keys, actor);
}

/** Watches changes of rights, and agencies that change partner, whose candidates follow. */
async function watch(db: Tx, context: ChangeContext): Promise<ChangeWatch> {
  const rights = await watchAgencies(db, context);
  const former = new Map<number, number>();
  return {
    async expect(what, keys, fields) {
      if (what === 'updated' && (fields?.includes('partnersId') ?? true)) {
        const found = await sql<Columns<typeof agent, 'agentId' | 'partnersId'>>`
          select agent_id, partners_id from t_agent
          where agent_id = any(${[...keys]}::bigint[])`.execute(db);
        for (const { agentId, partnersId } of found.rows) former.set(agentId, partnersId);
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
 * for a partner out of reach, and `duplicate` if the partner has an agency with that name.
 */
async function transfer(
  engine: Engine,
  actor: Actor,
  { agentIds, partnersId }: { readonly agentIds: readonly number[]; readonly partnersId: number },
) {
  const keys = [...new Set(agentIds)].toSorted((one, other) => one - other);
  return transact(engine.db, async db => {
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
      if (version !== row.version) agencies += 1;
    }
    return { agencies, accounts, candidates };
  });
}

function agentRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, agencyCalls.transfer, ({ actor, body }) => transfer(engine, actor, body));
}

/** Server side of the agencies: their accounts and candidates follow them from partner to partner (domain 10). */
export const agentServer = defineServer(agent, { changed, watch, routes: agentRoutes });

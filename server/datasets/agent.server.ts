import { agencyCalls } from '@yikao/model/calls/agency.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { watchAgencies } from '../accounts/rights-watch.ts';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { recordHistory } from '../engine/history.ts';
import { handle } from '../engine/http/handle.ts';
import { findRow } from '../engine/info.ts';
import { updateWithin } from '../engine/save.ts';
import { type ChangeContext, defineServer } from '../engine/server-side.ts';
import type { Db } from '../engine/sql.ts';

const { agent, adminUser } = registry;

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
  await recordHistory(
    db,
    adminUser,
    actor,
    found.rows.map(({ userId, version, before, after }) => ({
      rowId: userId,
      op: 'updated' as const,
      version,
      changes: { partnersId: [before, after] },
    })),
  );
  return found.rows.length;
}

async function changed(db: Db, keys: readonly number[], _: unknown, { actor }: ChangeContext): Promise<void> {
  await moveAccounts(db, keys, actor);
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
    const accountsOf = () =>
      sql<{ n: number }>`
      select count(*)::integer as n from t_admin_user as u join t_agent as a using (agent_id)
      where a.agent_id = any(${keys}::bigint[]) and not u.deleted and u.partners_id <> ${partnersId}`.execute(
        db,
      );
    const accounts = (await accountsOf()).rows[0]?.n ?? 0;
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
    return { agencies, accounts };
  });
}

function agentRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, agencyCalls.transfer, ({ actor, body }) => transfer(engine, actor, body));
}

/** Server side of the agencies: their accounts follow them from partner to partner (domain 10). */
export const agentServer = defineServer(agent, { changed, watch: watchAgencies, routes: agentRoutes });

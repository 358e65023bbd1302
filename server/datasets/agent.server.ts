import { transferBody, transferred } from '@yikao/model/calls/agency.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { watchAgencies } from '../accounts/rights-watch.ts';
import { authorise } from '../engine/access.ts';
import type { Actor } from '../engine/actor.ts';
import type { Engine } from '../engine/engine.ts';
import { recordHistory } from '../engine/history.ts';
import { actorOf } from '../engine/http/actor.ts';
import { answer } from '../engine/http/answer.ts';
import type { CallDoc } from '../engine/http/doc.ts';
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

const transferDoc: CallDoc = {
  summary: label(
    '机构转移到另一合伙人，其账号随之转移',
    'Move agencies to another partner, with their accounts',
  ),
  tag: agent,
  permission: 'base:agent:update',
  body: transferBody,
  data: transferred,
};

/**
 * Moves agencies in one transaction: all or none. Throws `notFound` for one out of the actor's reach, `invalidFields`
 * for a partner that is, `duplicate` where the partner has an agency of that name.
 */
async function transfer(engine: Engine, actor: Actor, given: unknown) {
  authorise(actor, agent, 'update');
  const { agentIds, partnersId } = transferBody.parse(given ?? {});
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

function agentRoutes(app: FastifyInstance, engine: Engine): ReadonlySet<string> {
  app.put(`${agent.path}/transfer`, { config: { doc: transferDoc } }, async request =>
    answer(request, await transfer(engine, actorOf(request), request.body)),
  );
  return new Set();
}

/** Server side of the agencies: their accounts follow them from partner to partner (domain 10). */
export const agentServer = defineServer(agent, { changed, watch: watchAgencies, routes: agentRoutes });

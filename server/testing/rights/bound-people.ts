import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';

/** The kinds of bound people, by what binds them. */
export const boundKinds = ['partner', 'province', 'agency', 'own', 'nothing'] as const;

/** A kind of bound people. */
export type BoundKind = (typeof boundKinds)[number];

/** A person of each kind, of the organisations that the demo data has. */
export async function boundPeople({ db }: Engine): Promise<Record<BoundKind, Partial<Actor>>> {
  const one = async (column: string, table: string, more = 'true') => {
    const found = await sql<{ id: number }>`select ${sql.id(column)} as id from ${sql.table(table)}
      where not deleted and ${sql.raw(more)} order by 1 limit 1`.execute(db);
    return Number(found.rows[0]?.id);
  };
  const partner = await one('partners_id', 't_partners');
  const agent = await sql<{ id: number; partner: number }>`
    select agent_id as id, partners_id as partner from t_agent where not deleted order by 1 limit 1`.execute(
    db,
  );
  const [agency] = agent.rows;
  const seller = await one('sale_user_id', 't_lead', 'sale_user_id is not null');
  return {
    partner: { partnersIds: [partner] },
    province: { provinceId: await one('province_id', 't_wish_user', 'province_id is not null') },
    agency: { agentId: Number(agency?.id), partnersIds: [Number(agency?.partner)] },
    own: { userId: seller, ownRowsOnly: true },
    nothing: { noRows: true },
  };
}

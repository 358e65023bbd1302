import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { count } from '../../../engine/read/counters.ts';
import type { Logger } from '../../../platform/logger.ts';
import { enabled } from '../../shared/enabled.ts';

/** Milliseconds after which a node writes down what it has counted; a kill loses as much. */
const heldMs = 2_000;

/** Most different things that are counted at a time; a flood of made-up codes is dropped beyond. */
const mostHeld = 5_000;

/** Counts how often an article was read. */
const views = { table: 't_article', key: 'article_id', column: 'view_num' } as const;

/** Counts visits of public pages without a statement for each. */
export interface VisitCounts {
  /** A visitor came by the code of a channel. */
  came(channel: string): void;
  /** An article was opened. */
  read(articleId: number): void;
  /** Writes down what has been counted. */
  flush(): Promise<void>;
}

/** Visits by channel and day; codes that no enabled channel has are left out. */
async function writeVisits({ db, clock }: Engine, visits: ReadonlyMap<string, number>): Promise<void> {
  if (visits.size === 0) return;
  const day = shanghaiTime(clock.now()).slice(0, 10);
  // In one order for all nodes, so that none waits for another that waits for it.
  const rows = [...visits].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await sql`
    insert into yikao_channel_visit as v (day, channel_id, visit_num)
    select ${day}::date, c.channel_id, n.num
    from unnest(${rows.map(([channel]) => channel)}::text[], ${rows.map(([, num]) => num)}::integer[])
      as n (channel, num)
      join t_channel as c on c.channel = n.channel and c.status = ${enabled} and not c.deleted
    order by c.channel_id
    on conflict (day, channel_id) do update set visit_num = v.visit_num + excluded.visit_num`.execute(db);
}

async function writeViews({ db }: Engine, read: ReadonlyMap<number, number>): Promise<void> {
  const ids = [...read].flatMap(([id, times]) => Array.from({ length: times }, () => id));
  if (ids.length > 0) await count(db, views, ids, 1);
}

/** Creates the {@link VisitCounts} of a node. A failure to write loses the counts of that moment and is logged. */
export function createVisitCounts(engine: Engine, logger: Logger): VisitCounts {
  let visits = new Map<string, number>();
  let reads = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [came, read] = [visits, reads];
    [visits, reads] = [new Map(), new Map()];
    try {
      await writeVisits(engine, came);
      await writeViews(engine, read);
    } catch (error) {
      logger.warn({ err: error }, 'Visits of public pages could not be counted');
    }
  }

  function add<K>(counts: Map<K, number>, key: K): void {
    if (counts.size >= mostHeld && !counts.has(key)) return;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    timer ??= setTimeout(() => void flush(), heldMs).unref();
  }

  return { came: channel => add(visits, channel), read: articleId => add(reads, articleId), flush };
}

import { registry } from '@yikao/model/contexts/datasets.ts';
import { noticeEventOf } from '@yikao/model/contexts/notice/events.ts';
import { noticeCalls, type OwnMessage } from '@yikao/model/contexts/notice/notice.calls.ts';
import {
  type NoticeEventCode,
  type NoticeWay,
  noticeEvent,
} from '@yikao/model/contexts/notice/notice.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { type Condition, column, countFrom, type Db } from '../../engine/table/sql.ts';
import { readRule } from './rules.ts';

/** Messages that the drawer loads at once. */
const pageSize = 20;

/** A message has one reader: not even an administrator reads those of others. */
const ofReader = (alias: string, { userId }: Pick<Actor, 'userId'>): Condition =>
  sql<SqlBool>`${column(alias, 'user_id')} = ${userId}`;

/** The ways in which an account may be notified of an event by now: those that the operator has on, for what it may see. */
async function openWays(db: Db, actor: Actor, event: NoticeEventCode): Promise<NoticeWay[]> {
  const { may, ways } = noticeEventOf(event);
  // Events that never reach a page of the back-office are for applicants and candidates.
  if (!ways.includes('page') || (may !== undefined && !holds(actor, may))) return [];
  const { page, text } = await readRule(db, event);
  return [...(page ? (['page'] as const) : []), ...(text === undefined ? [] : (['text'] as const))];
}

/** Server side of the messages: everybody reads and marks their own alone, and chooses the events of which they are notified. */
export const messageServer = defineServer(registry.message, {
  shownTo: ofReader,
  routes(app, engine) {
    const { db, clock } = engine;
    handle(app, noticeCalls.unread, async ({ actor }) => {
      const found = await countFrom(
        db,
        sql`t_message as d
          where ${ofReader('d', actor)} and d.read_flag = 0 and not d.deleted`,
      );
      return { count: found };
    });
    handle(app, noticeCalls.latest, async ({ actor, query: { before } }) => {
      const found = await sql<Omit<OwnMessage, 'createTime'> & { createTime: Date }>`
        select d.message_id, d.event, d.details, d.row_id, d.read_flag, d.create_time from t_message as d
        where ${ofReader('d', actor)} and not d.deleted
          and (${before ?? null}::bigint is null or d.message_id < ${before ?? null}::bigint)
        order by d.message_id desc limit ${pageSize + 1}`.execute(db);
      const records = found.rows
        .slice(0, pageSize)
        .map(row => ({ ...row, createTime: shanghaiTime(row.createTime) }));
      return { records, more: found.rows.length > pageSize };
    });
    handle(app, noticeCalls.read, async ({ actor, body }) => {
      const which =
        'ids' in body
          ? sql<SqlBool>`d.message_id = any(${body.ids}::bigint[])`
          : sql<SqlBool>`d.message_id <= ${body.until}`;
      const read = await sql`
        update t_message as d set read_flag = 1, read_time = ${clock.now()}::timestamptz
        where ${ofReader('d', actor)} and ${which} and d.read_flag = 0 and not d.deleted`.execute(db);
      return { count: Number(read.numAffectedRows ?? 0) };
    });
    handle(app, noticeCalls.choices, async ({ actor }) => {
      const refused = await sql<{ event: string; way: string }>`
        select event, way from t_notice_refusal where user_id = ${actor.userId}`.execute(db);
      const refusals = new Set(refused.rows.map(({ event, way }) => `${event} ${way}`));
      const open = await Promise.all(
        noticeEvent.items.map(async ({ code }) => ({ event: code, ways: await openWays(db, actor, code) })),
      );
      return open.flatMap(({ event, ways }) =>
        ways.map(way => ({ event, way, wanted: !refusals.has(`${event} ${way}`) })),
      );
    });
    handle(app, noticeCalls.choose, async ({ actor, body: { event, way, wanted } }) => {
      if (!(await openWays(db, actor, event)).includes(way)) throw failure('notAllowedNow');
      await (wanted
        ? sql`delete from t_notice_refusal where user_id = ${actor.userId} and event = ${event} and way = ${way}`
        : sql`insert into t_notice_refusal (user_id, event, way) values (${actor.userId}, ${event}, ${way})
            on conflict do nothing`
      ).execute(db);
      return undefined;
    });
  },
});

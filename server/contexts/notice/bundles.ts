import {
  bundleOf,
  bundleValues,
  joinBundles,
  type NoticeBundle,
} from '@yikao/model/contexts/notice/bundle.ts';
import { type NoticeValues, noticeEventOf } from '@yikao/model/contexts/notice/events.ts';
import type { NoticeEventCode } from '@yikao/model/contexts/notice/notice.codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { storableJson } from '../../engine/write/storable.ts';
import { transact } from '../../engine/write/transaction.ts';
import { accountsToTell, type PeopleQuery } from './people.ts';
import { readRule } from './rules.ts';
import { postPush, postTexts, writeMessages } from './tell.ts';

/** Pending occasions that are counted by one transaction. */
const chunk = 500;

/** A person who is notified of a bundled event. */
interface Recipient {
  readonly event: NoticeEventCode;
  readonly person: string;
  readonly accountId: number | null;
  readonly consumerId: number | null;
  readonly mobile: string | null;
  readonly personName: string | null;
  readonly partnersId: number | null;
  readonly provinceId: number | null;
  readonly agentId: number | null;
}

interface Pending extends Recipient {
  readonly pendingId: number;
  readonly variables: NoticeValues;
  readonly rowId: number | null;
  readonly createTime: Date;
}

interface Kept extends Recipient {
  readonly bundleId: number;
  readonly whole: NoticeBundle;
  readonly onPage: NoticeBundle | null;
  readonly messageId: number | null;
}

const recipientColumns = sql`event, person, account_id, consumer_id, mobile, person_name, partners_id, province_id,
  agent_id`;

/** A recipient as the one row of a query of people. */
const peopleOf = (one: Recipient): PeopleQuery => sql`
  select ${one.person}::text as person, ${one.accountId}::bigint as account_id,
    ${one.consumerId}::bigint as consumer_id, ${one.mobile}::text as mobile, ${one.personName}::text as name,
    ${one.partnersId}::bigint as partners_id, ${one.provinceId}::bigint as province_id,
    ${one.agentId}::bigint as agent_id`;

/**
 * Counts the pending occasions of one chunk in the bundles of their people, and shows them on the page. One node does it
 * at a time; a death undoes the whole chunk. Returns the number of occasions.
 */
export async function gatherPending(engine: Engine): Promise<number> {
  return transact(engine.db, async db => {
    const turn = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('notice bundles')) as mine`.execute(db);
    if (!turn.rows[0]?.mine) return 0;
    const found = await sql<Pending>`
      select pending_id, ${recipientColumns}, variables, row_id, create_time from t_notice_pending
      order by pending_id limit ${chunk}`.execute(db);
    for (const group of Map.groupBy(found.rows, row => `${row.event} ${row.person}`).values()) {
      await gather(engine, db, group);
    }
    await sql`
      delete from t_notice_pending
      where pending_id = any(${found.rows.map(({ pendingId }) => pendingId)}::bigint[])`.execute(db);
    return found.rows.length;
  });
}

/** Counts occasions of one event for one person. */
async function gather(engine: Engine, db: Tx, rows: readonly Pending[]): Promise<void> {
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return;
  const { event, person } = last;
  const more = rows
    .map(row => bundleOf(row.variables, row.rowId, shanghaiTime(row.createTime)))
    .reduce((one, other) => joinBundles(event, one, other));
  const found = await sql<Kept>`
    select bundle_id, whole, on_page, message_id from t_notice_bundle
    where event = ${event} and person = ${person} for update`.execute(db);
  const [kept] = found.rows;
  const whole = kept ? joinBundles(event, kept.whole, more) : more;
  const page = await showOnPage(engine, db, last, kept, more);
  const seconds = noticeEventOf(event).bundled?.seconds ?? 0;
  const due = new Date(first.createTime.getTime() + seconds * 1_000);
  await sql`
    insert into t_notice_bundle (${recipientColumns}, whole, on_page, message_id, due_time)
    values (${event}, ${person}, ${last.accountId}, ${last.consumerId}, ${last.mobile}, ${last.personName},
      ${last.partnersId}, ${last.provinceId}, ${last.agentId}, ${storableJson(whole)}::jsonb,
      ${page && storableJson(page.bundle)}::jsonb, ${page?.messageId ?? null}, ${due})
    on conflict (event, person) do update set whole = excluded.whole, on_page = excluded.on_page,
      message_id = excluded.message_id, mobile = excluded.mobile, person_name = excluded.person_name`.execute(
    db,
  );
}

/**
 * Shows occasions on the page of their reader. A message of the bundle that is still unread gives way to a new one with
 * all of them, whose number is new too: a reader who marks what is on the screen does not mark what came since.
 */
async function showOnPage(
  engine: Engine,
  db: Tx,
  reader: Recipient,
  kept: Kept | undefined,
  more: NoticeBundle,
): Promise<{ readonly bundle: NoticeBundle; readonly messageId: number } | null> {
  const { event, accountId } = reader;
  const rule = await readRule(db, event);
  if (!rule.page || accountId === null) return null;
  const people = peopleOf(reader);
  const accounts = await accountsToTell(db, event, people);
  const unread =
    kept?.messageId != null && kept.onPage !== null
      ? await sql`
          select 1 from t_message where message_id = ${kept.messageId} and read_flag = 0 and not deleted
          for update`.execute(db)
      : undefined;
  const earlier = unread && unread.rows.length > 0 ? kept?.onPage : null;
  const bundle = earlier ? joinBundles(event, earlier, more) : more;
  const values = bundleValues(event, bundle);
  const written = await writeMessages(engine, db, event, { people, values, rowId: bundle.rowId }, accounts);
  if (written === 0) return null;
  if (earlier) await sql`delete from t_message where message_id = ${kept?.messageId}`.execute(db);
  const newest = await sql<{ messageId: number }>`
    select max(message_id) as message_id from t_message where user_id = ${accountId} and event = ${event}`.execute(
    db,
  );
  const messageId = newest.rows[0]?.messageId;
  return messageId === undefined ? null : { bundle, messageId };
}

/**
 * Ends one bundle whose time has come: its text and its push are posted and the bundle goes, in one transaction. Rules,
 * rights and wishes are those of now. Returns whether there was one.
 */
export async function endDueBundle(engine: Engine): Promise<boolean> {
  return transact(engine.db, async db => {
    const found = await sql<Kept>`
      select bundle_id, ${recipientColumns}, whole, on_page, message_id from t_notice_bundle
      where due_time <= ${engine.clock.now()}::timestamptz
      order by due_time, bundle_id limit 1 for update skip locked`.execute(db);
    const [bundle] = found.rows;
    if (!bundle) return false;
    const { event, whole, bundleId } = bundle;
    const people = peopleOf(bundle);
    const values = bundleValues(event, whole);
    const rule = await readRule(db, event);
    if (rule.text !== undefined) {
      const accounts = await accountsToTell(db, event, people);
      await postTexts(engine, db, event, { people, values }, accounts, rule.text);
    }
    if (rule.push && bundle.consumerId !== null) {
      const made = await sql<{ noticeId: number }>`
        insert into t_notice (event, occasion, row_id, create_time)
        values (${event}, ${`bundle:${bundleId}`}, ${whole.rowId}, ${engine.clock.now()}::timestamptz)
        returning notice_id`.execute(db);
      const noticeId = made.rows[0]?.noticeId;
      if (noticeId !== undefined) await postPush(engine, db, event, { people, values }, noticeId);
    }
    await sql`delete from t_notice_bundle where bundle_id = ${bundleId}`.execute(db);
    return true;
  });
}

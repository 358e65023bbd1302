import { type NoticeValues, noticeEventOf, noticeSentence } from '@yikao/model/contexts/notice/events.ts';
import type { NoticeEventCode } from '@yikao/model/contexts/notice/notice.codes.ts';
import { blockScope } from '@yikao/model/contexts/reach/reach.codes.ts';
import type { SmsTopic } from '@yikao/model/contexts/system/sms.codes.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { postMessages, postMessagesOf } from '../../engine/outbox/post.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import { allOf, type Condition, type Tx } from '../../engine/table/sql.ts';
import { storableJson, storableText } from '../../engine/write/storable.ts';
import { accountsToTell, type PeopleQuery, wants } from './people.ts';
import { readRule, type TellingRule } from './rules.ts';

const blockScopeIs = codesOf(blockScope);

/** Something that people are notified of. */
export interface Telling {
  /**
   * Names what happened, such as `partnersSettle:17/3`, the row with its version. People are notified of an occasion once:
   * a second call with it does nothing.
   */
  readonly occasion: string;
  readonly people: PeopleQuery;
  /** Variables of the event's sentence; `name` of each person is added to texts. */
  readonly values: NoticeValues;
  /** The row that the message opens. */
  readonly rowId?: number | null;
  /** The product's own text, for an event that has one. */
  readonly own?: { readonly topic: SmsTopic; readonly values: Readonly<Record<string, string>> };
}

/** The number of people who are notified in each way. */
export interface Told {
  readonly page: number;
  readonly text: number;
  readonly push: number;
}

/** Most characters of a push. */
const pushCharacters = 128;

const nobody: Told = { page: 0, text: 0, push: 0 };

/**
 * Tells people of an event, in the transaction of its cause: in the ways that the operator's rule has on and each person
 * wants. Messages are rows at once; texts and pushes go by the outbox after the commit. Each way is one statement,
 * however many people there are. Occasions of a bundled event wait for `bundles.ts`, which asks for rules, rights and
 * wishes again; the answer counts the people who would be notified now.
 */
export async function tell(engine: Engine, db: Tx, event: NoticeEventCode, telling: Telling): Promise<Told> {
  const { occasion, rowId = null } = telling;
  const rule = await readRule(db, event);
  if (!rule.page && !rule.push && rule.text === undefined) return nobody;
  const made = await sql<{ noticeId: number }>`
    insert into t_notice (event, occasion, row_id, create_time)
    values (${event}, ${occasion}, ${rowId}, ${engine.clock.now()}::timestamptz)
    on conflict do nothing returning notice_id`.execute(db);
  const noticeId = made.rows[0]?.noticeId;
  if (noticeId === undefined) return nobody;
  const accounts = await accountsToTell(db, event, telling.people);
  if (noticeEventOf(event).bundled) return appendPending(engine, db, event, telling, { rule, accounts });
  return {
    page: rule.page ? await writeMessages(engine, db, event, telling, accounts) : 0,
    text: rule.text === undefined ? 0 : await postTexts(engine, db, event, telling, accounts, rule.text),
    push: rule.push ? await postPush(engine, db, event, telling, noticeId) : 0,
  };
}

/** Appends an occasion of a bundled event for each person; nothing is locked that another cause could wait for. */
async function appendPending(
  engine: Engine,
  db: Tx,
  event: NoticeEventCode,
  { people, values, rowId = null }: Telling,
  { rule, accounts }: { readonly rule: TellingRule; readonly accounts: readonly number[] },
): Promise<Told> {
  const page = rule.page
    ? sql<SqlBool>`coalesce(p.account_id = any(${[...accounts]}::bigint[]), false) and ${wants(event, 'page')}`
    : sql<SqlBool>`false`;
  const text = rule.text === undefined ? sql<SqlBool>`false` : getsTexts(event, accounts);
  const push = rule.push ? sql<SqlBool>`p.consumer_id is not null` : sql<SqlBool>`false`;
  const found = await sql<{ page: number; text: number; push: number }>`
    with told as (
      select distinct on (p.person) p.*, ${page} as page, ${text} as text, ${push} as push
      from (${people}) as p order by p.person
    ), kept as (
      insert into t_notice_pending (event, person, account_id, consumer_id, mobile, person_name, partners_id,
        province_id, agent_id, variables, row_id, create_time)
      select ${event}::text, person, account_id, consumer_id, mobile, name, partners_id, province_id, agent_id,
        ${storableJson(values)}::jsonb, ${rowId}::bigint, ${engine.clock.now()}::timestamptz
      from told where page or text or push
    )
    select (count(*) filter (where page))::integer as page, (count(*) filter (where text))::integer as text,
      (count(*) filter (where push))::integer as push from told`.execute(db);
  return found.rows[0] ?? nobody;
}

/** Writes a message for each account that wants to read of the event; returns their number. */
export async function writeMessages(
  engine: Engine,
  db: Tx,
  event: NoticeEventCode,
  { people, values, rowId = null }: Pick<Telling, 'people' | 'values' | 'rowId'>,
  accounts: readonly number[],
): Promise<number> {
  if (accounts.length === 0) return 0;
  const now = engine.clock.now();
  const content = storableText(noticeSentence(event, values, 'zh')).slice(0, 255);
  const written = await sql`
    insert into t_message (event, content, details, row_id, read_flag, user_id, create_time, update_time)
    select distinct ${event}::text, ${content}::text, ${storableJson(values)}::jsonb, ${rowId}::bigint, 0, p.account_id,
      ${now}::timestamptz, ${now}::timestamptz
    from (${people}) as p where p.account_id = any(${[...accounts]}::bigint[]) and ${wants(event, 'page')}`.execute(
    db,
  );
  return Number(written.numAffectedRows ?? 0);
}

/** The condition that `p` has a number, may be notified, and does not refuse texts. */
function getsTexts(event: NoticeEventCode, accounts: readonly number[]): Condition {
  return allOf([
    sql<SqlBool>`coalesce(p.mobile ~ '^1[3-9][0-9]{9}$', false)`,
    sql<SqlBool>`(p.account_id is null or p.account_id = any(${[...accounts]}::bigint[]))`,
    sql<SqlBool>`not exists (select from t_contact_block as b
      where b.mobile = p.mobile and b.block_scope in (${blockScopeIs.texts}, ${blockScopeIs.all}) and not b.deleted)`,
    wants(event, 'text'),
  ]);
}

/** Posts a text to each person who has a number and does not refuse texts. */
export async function postTexts(
  engine: Engine,
  db: Tx,
  event: NoticeEventCode,
  { people, values, own }: Pick<Telling, 'people' | 'values' | 'own'>,
  accounts: readonly number[],
  by: 'own' | number,
): Promise<number> {
  const reached = getsTexts(event, accounts);
  const owner = sql`jsonb_build_object('userId', p.account_id, 'partnersId', p.partners_id, 'provinceId', p.province_id,
    'agentId', p.agent_id)`;
  const named = (given: Readonly<Record<string, string>>) =>
    sql`jsonb_build_object('name', coalesce(p.name, '')) || ${storableJson(given)}::jsonb`;
  if (by === 'own') {
    if (!own) throw new Error(`${event} has no text of the product's own`);
    return postMessagesOf(
      engine,
      db,
      'sms',
      sql`select p.person as subject, jsonb_build_object('mobile', p.mobile, 'topic', ${own.topic}::text,
          'event', ${event}::text, 'values', ${named(own.values)}, 'owner', ${owner}) as content
        from (${people}) as p where ${reached}`,
    );
  }
  const chinese = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : value.zh]),
  );
  return postMessagesOf(
    engine,
    db,
    'noticeText',
    sql`select p.person as subject, jsonb_build_object('mobile', p.mobile, 'templateId', ${by}::bigint,
        'event', ${event}::text, 'values', ${named(chinese)}, 'owner', ${owner}) as content
      from (${people}) as p where ${reached}`,
  );
}

/** Notes the people of a push, and posts the message by which its task is made. */
export async function postPush(
  engine: Engine,
  db: Tx,
  event: NoticeEventCode,
  { people, values }: Pick<Telling, 'people' | 'values'>,
  noticeId: number,
): Promise<number> {
  const content = storableText(noticeSentence(event, values, 'zh')).slice(0, pushCharacters);
  const noted = await sql<{ n: number }>`
    update t_notice set push_content = ${content}, consumer_ids = found.ids
    from (select array_agg(distinct p.consumer_id) as ids from (${people}) as p where p.consumer_id is not null) as found
    where notice_id = ${noticeId} and found.ids is not null
    returning cardinality(consumer_ids) as n`.execute(db);
  const count = noted.rows[0]?.n ?? 0;
  if (count > 0) {
    await postMessages(engine, db, [
      { topic: 'noticePush', subject: `notice:${noticeId}`, content: { noticeId } },
    ]);
  }
  return count;
}

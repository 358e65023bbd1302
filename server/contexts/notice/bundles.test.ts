import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { accountWith } from './people.ts';
import { tell } from './tell.ts';

const { message } = registry;

let it: SeededApp;
let seller = 0;
let token = '';

beforeAll(async () => {
  it = await openSeededApp();
  ({ userId: seller, token } = await it.login('sale01'));
  const made = await sql<{ id: number }>`
    insert into t_sms_template (template_name, template_code, sms_type, sign_name, content, audit_status, status)
    values ('分配', 'SMS_BUNDLE', 2, '艺考', '{by}分配给您{count}条线索', 2, 1) returning template_id as id`.execute(
    it.engine.db,
  );
  await sql`update t_notice_rule set text_flag = 1, template_id = ${made.rows[0]?.id} where event = 'leadAssigned'`.execute(
    it.engine.db,
  );
  await sql`update t_admin_user set mobile = '13900001111' where user_id = ${seller}`.execute(it.engine.db);
});
afterAll(() => it.close());
beforeEach(async () => {
  await sql`truncate t_message, t_notice, t_notice_pending, t_notice_bundle, t_outbox, t_sms_record`.execute(
    it.engine.db,
  );
});

const assigned = (occasion: string, { count = 1, by = '王主管' } = {}) =>
  it.engine.db.transaction().execute(db =>
    tell(it.engine, db, 'leadAssigned', {
      occasion,
      people: accountWith(seller),
      values: { by, count: String(count) },
    }),
  );
const messages = async () => (await it.call('GET', `${message.path}/latest`, { token })).data.records;
const texts = async () =>
  (
    await sql<{
      content: string;
    }>`select content from t_sms_record where not deleted order by sms_id`.execute(it.engine.db)
  ).rows.map(({ content }) => content);
const rowsOf = async (table: string) =>
  Number(
    (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(it.engine.db))
      .rows[0]?.n,
  );
/** Lets the minutes of the bundles pass, and sends what they posted. */
const end = async () => {
  await it.bundleNotices();
  it.pass({ minutes: 5 });
  await it.bundleNotices();
  await it.sendMessages();
};

describe('occasions of one kind within some minutes', () => {
  test('are one message and one text with the number of all', async () => {
    for (let n = 0; n < 15; n += 1) {
      await assigned(`a${n}`);
      if (n % 4 === 0) await it.bundleNotices();
    }
    await it.bundleNotices();
    expect(await messages()).toMatchObject([
      { event: 'leadAssigned', rowId: null, details: { count: '15' } },
    ]);
    expect(await texts()).toEqual([]);
    await end();
    expect(await texts()).toEqual(['【艺考】王主管分配给您15条线索']);
    expect(await messages()).toHaveLength(1);
  });

  test('in the next minutes are told again, though their text has the same words', async () => {
    await assigned('b1');
    await end();
    await assigned('b2');
    await end();
    expect(await texts()).toEqual(Array(2).fill('【艺考】王主管分配给您1条线索'));
    expect(await messages()).toHaveLength(2);
  });

  test('that the reader has seen are not counted again in the next message', async () => {
    await assigned('c1', { count: 3 });
    await it.bundleNotices();
    const [first] = await messages();
    await it.call('PUT', `${message.path}/read`, { token, body: { ids: [first.messageId] } });
    await assigned('c2', { count: 2, by: '李主管' });
    await end();
    expect(await messages()).toMatchObject([
      { readFlag: 0, details: { count: '2' } },
      { readFlag: 1, details: { count: '3' } },
    ]);
    expect(await texts()).toEqual(['【艺考】王主管等分配给您5条线索']);
  });

  test('may be ten thousand in a minute: one message, one text, none lost', async () => {
    const many = 10_000;
    const { db } = it.engine;
    await assigned('d');
    await sql`
      insert into t_notice_pending (event, person, account_id, mobile, person_name, variables, create_time)
      select event, person, account_id, mobile, person_name, variables, create_time
      from t_notice_pending, generate_series(2, ${many})`.execute(db);
    // Several nodes look at once.
    await Promise.all(Array.from({ length: 3 }, () => it.bundleNotices()));
    await it.bundleNotices();
    expect(await rowsOf('t_notice_pending')).toBe(0);
    expect(await rowsOf('t_message')).toBe(1);
    expect(await messages()).toMatchObject([{ details: { count: String(many) } }]);
    await end();
    expect(await texts()).toEqual([`【艺考】王主管分配给您${many}条线索`]);
    expect(await rowsOf('t_notice_bundle')).toBe(0);
  });

  test('are told once each, wherever a death cuts the bundling off', async () => {
    const { db } = it.engine;
    await assigned('e1');
    await it.bundleNotices();
    await assigned('e2');
    // Each of the statements fails once, as a death between them would undo what was not committed.
    for (const [table, what] of [
      ['t_message', 'insert'],
      ['t_message', 'delete'],
      ['t_notice_bundle', 'update'],
      ['t_notice_pending', 'delete'],
      ['t_outbox', 'insert'],
      ['t_notice_bundle', 'delete'],
    ] as const) {
      await sql`create or replace function cut_off() returns trigger language plpgsql as
        $$ begin raise exception 'cut off'; end $$`.execute(db);
      await sql`create trigger cut before ${sql.raw(what)} on ${sql.table(table)} for each row execute function cut_off()`.execute(
        db,
      );
      if (table === 't_outbox') it.pass({ minutes: 5 });
      await expect(it.bundleNotices(), `${what} ${table}`).rejects.toThrow('cut off');
      await sql`drop trigger cut on ${sql.table(table)}`.execute(db);
    }
    await end();
    expect(await messages()).toMatchObject([{ details: { count: '2' } }]);
    expect(await texts()).toEqual(['【艺考】王主管分配给您2条线索']);
  });

  test('do not reach somebody who was disabled or lost the page in between', async () => {
    const { db } = it.engine;
    await assigned('f1');
    await sql`update t_admin_user set status = 0 where user_id = ${seller}`.execute(db);
    await end();
    await sql`update t_admin_user set status = 1 where user_id = ${seller}`.execute(db);
    expect(await rowsOf('t_message')).toBe(0);
    expect(await texts()).toEqual([]);
    await assigned('f2');
    await it.bundleNotices();
    it.pass({ minutes: 5 });
    await it.bundleNotices();
    // The text is posted, and the right goes before it is sent.
    await sql`update t_role set status = 0 where role_code = 'sale'`.execute(db);
    await it.sendMessages();
    await sql`update t_role set status = 1 where role_code = 'sale'`.execute(db);
    expect(await texts()).toEqual([]);
    const failed = await sql<{ error: string }>`
      select error_msg as error from t_outbox where outbox_status = 3`.execute(db);
    expect(failed.rows).toEqual([{ error: '收件人已停用，或已无权查看该事项' }]);
  });
});

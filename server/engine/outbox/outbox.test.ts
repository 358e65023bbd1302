import { registry } from '@yikao/model/contexts/datasets.ts';
import { outboxSteps } from '@yikao/model/contexts/system/outbox.machine.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../platform/logger.ts';
import { migrated } from '../../testing/database.ts';
import { takeStep } from '../steps/take-step.ts';
import type { Columns } from '../table/columns.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { postMessages } from './post.ts';
import { createSender, type Delivery, Undeliverable } from './sender.ts';

const { outbox } = registry;
let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person({ userId: 900_000 }) });
});
afterAll(() => app.close());
beforeEach(() => sql`delete from t_outbox`.execute(app.engine.db));

/** Posts texts about a subject and commits. */
const post = (subject: string, ...texts: string[]) =>
  app.engine.db.transaction().execute(db =>
    postMessages(
      app.engine,
      db,
      texts.map(text => ({ topic: 'sms', subject, content: { text } })),
    ),
  );

/** A sender that records its messages and handles each as `act` decides. */
function senderOf(act: (text: string, delivery: Delivery) => Promise<void> | void = () => {}) {
  const heard: string[] = [];
  const sender = createSender({
    engine: app.engine,
    logger: silentLogger(),
    works: true,
    senders: {
      payment: async () => {},
      pictures: async () => {},
      official: async () => {},
      recording: async () => {},
      push: async () => {},
      douyin: async () => {},
      noticeText: async () => {},
      noticePush: async () => {},
      sms: async (content, delivery) => {
        const { text } = content as { text: string };
        heard.push(text);
        await act(text, delivery);
      },
    },
  });
  return { heard, sender };
}

const states = async () => {
  const found = await sql<
    Columns<typeof outbox, 'attempts'> & { text: string; state: number; error: string | null }
  >`
    select content ->> 'text' as text, outbox_status as state, attempts, error_msg as error
    from t_outbox order by outbox_id`.execute(app.engine.db);
  return found.rows;
};

/** Skips the waiting times: every waiting message is due now. */
const pass = () =>
  sql`update t_outbox set next_time = now() - interval '1 minute' where next_time is not null`.execute(
    app.engine.db,
  );

describe('messages to the outside', () => {
  test('are sent once what they tell of stands, and not at all when it does not', async () => {
    await post('row:1', 'kept');
    await app.engine.db
      .transaction()
      .execute(async db => {
        await postMessages(app.engine, db, [{ topic: 'sms', subject: 'row:2', content: { text: 'lost' } }]);
        throw new Error('the step failed');
      })
      .catch(() => {});
    const { heard, sender } = senderOf();
    await sender.sendDue();
    expect(heard).toEqual(['kept']);
    expect(await states()).toEqual([{ text: 'kept', state: 2, attempts: 1, error: null }]);
    expect(await sender.sendDue()).toBe(0);
  });

  test('of one row go one after the other in their order, those of other rows beside them', async () => {
    await post('row:1', 'first', 'second');
    await post('row:2', 'other');
    const { heard, sender } = senderOf(text => {
      if (text === 'first') throw new Error('busy');
    });
    await sender.sendDue();
    expect(heard.toSorted()).toEqual(['first', 'other']);
    expect(await sender.sendDue()).toBe(0);
    await pass();
    await sender.sendDue();
    expect(heard.filter(text => text === 'second')).toEqual([]);
  });

  test('are tried again after a failure, wait longer each time, and count as failed in the end', async () => {
    await post('row:1', 'busy');
    await post('row:2', 'hopeless');
    const { sender } = senderOf(text => {
      throw text === 'busy' ? new Error('line busy') : new Undeliverable('no such number');
    });
    await sender.sendDue();
    expect(await states()).toMatchObject([
      { text: 'busy', state: 0, attempts: 1, error: 'line busy' },
      { text: 'hopeless', state: 3, attempts: 1, error: 'no such number' },
    ]);
    for (let attempt = 2; attempt <= 12; attempt += 1) {
      await pass();
      await sender.sendDue();
    }
    expect(await states()).toMatchObject([
      { state: 3, attempts: 12 },
      { state: 3, attempts: 1 },
    ]);
  });

  test('whose node died before the vendor was asked have no failure more', async () => {
    await post('row:1', 'left behind');
    const attempts: number[] = [];
    const { sender } = senderOf((_, delivery) => void attempts.push(delivery.attempt));
    // A node that took the message and died: the row says so, and its lease is over.
    await sql`update t_outbox set outbox_status = 1, attempts = 1`.execute(app.engine.db);
    for (let deaths = 0; deaths < 20; deaths += 1) {
      await pass();
      await takeStep(app.engine, outboxSteps, 'take', {
        keys: (
          await sql<{ id: number }>`select outbox_id as id from t_outbox`.execute(app.engine.db)
        ).rows.map(({ id }) => Number(id)),
        by: { kind: 'vendor' },
      });
    }
    await pass();
    await sender.sendDue();
    expect(attempts).toEqual([1]);
    expect(await states()).toMatchObject([{ state: 2, attempts: 1 }]);
  });

  test('that our own database interrupts go on, however often, and are not given up', async () => {
    await post('row:1', 'interrupted');
    let away = 15;
    const { sender } = senderOf(() => {
      away -= 1;
      if (away > 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    for (let tries = 0; tries < 15; tries += 1) {
      await pass();
      await sender.sendDue();
    }
    expect(await states()).toMatchObject([{ state: 2 }]);
  });

  test('that are not answered hold no message of another row', async () => {
    await post('row:0', 'slow');
    for (let row = 1; row <= 60; row += 1) await post(`row:${row}`, `quick ${row}`);
    let release = () => {};
    const slow = new Promise<void>(resolve => {
      release = resolve;
    });
    const { sender } = senderOf(text => (text === 'slow' ? slow : undefined));
    sender.start();
    const sent = async () => (await states()).filter(({ state }) => state === 2).length;
    await expect.poll(sent, { timeout: 30_000 }).toBe(60);
    release();
    await sender.stop();
    expect(await sent()).toBe(61);
  });

  test('that failed are sent again, or given up, by a person; what they say never leaves', async () => {
    await post('row:1', 'no one at home');
    const failing = senderOf(() => {
      throw new Undeliverable('refused');
    });
    await failing.sender.sendDue();
    const list = await app.call('admin', 'GET', `${outbox.path}/list`);
    const [row] = list.body.data.records;
    expect(row).toMatchObject({ subject: 'row:1', outboxStatus: 3, errorMsg: 'refused' });
    expect(JSON.stringify(list.body)).not.toContain('no one at home');
    const again = await app.call('admin', 'PUT', `${outbox.path}/retry`, { outboxId: row.outboxId });
    expect(again.body.data).toMatchObject({ count: 1, taken: [{ state: 'waiting' }] });
    const { heard, sender } = senderOf();
    await sender.sendDue();
    expect(heard).toEqual(['no one at home']);
    const late = await app.call('admin', 'PUT', `${outbox.path}/drop`, { outboxId: row.outboxId });
    expect(late.body.data.reason).toBe('notAllowedNow');
  });

  test('whose sender died are sent by another one, and two senders never have the same one', async () => {
    await post('row:1', 'left behind');
    await post('row:2', 'shared');
    const dying = createSender({
      engine: app.engine,
      logger: silentLogger(),
      works: true,
      senders: {
        payment: async () => {},
        pictures: async () => {},
        official: async () => {},
        recording: async () => {},
        push: async () => {},
        douyin: async () => {},
        noticeText: async () => {},
        noticePush: async () => {},
        sms: () => new Promise(() => {}),
      },
    });
    void dying.sendDue();
    await expect.poll(async () => (await states()).map(({ state }) => state)).toEqual([1, 1]);
    const { heard, sender } = senderOf();
    const { heard: heardToo, sender: second } = senderOf();
    await Promise.all([sender.sendDue(), second.sendDue()]);
    expect([...heard, ...heardToo]).toEqual([]);
    await pass();
    await Promise.all([sender.sendDue(), second.sendDue()]);
    expect([...heard, ...heardToo].toSorted()).toEqual(['left behind', 'shared']);
  });
});

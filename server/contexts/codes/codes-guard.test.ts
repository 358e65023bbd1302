import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { maskedCode } from '@yikao/model/rules/activation-code.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HandOuts } from '../../engine/jobs/export/hand-outs.ts';
import { findJob } from '../../engine/jobs/lifecycle/job.ts';
import { selectRows } from '../../engine/read/select.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { failureOf, stepRows } from '../../engine/steps/step-rows.ts';
import { stepServerOf } from '../../engine/steps/step-server.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { readStored } from '../../engine/testing/workbooks.ts';
import { openSecret } from '../../engine/write/sealing.ts';
import { transact } from '../../engine/write/transaction.ts';
import { silentLogger } from '../../platform/logger.ts';
import { migrated } from '../../testing/database.ts';
import { activateByApp } from './activate.ts';

const { cardCode, cardCodeRule } = registry;
const codes = cardCode.path;
const rules = cardCodeRule.path;
const ends = '2099-12-31 23:59:59';
const [open, closing] = [7_301, 7_302];

let app: TestApp;
let cardId = 0;
let made = 0;

const some = (...permissions: string[]) => ({ admin: false, permissions: new Set(permissions) });

beforeAll(async () => {
  app = await openTestApp(migrated, {
    clerk: person({ userId: 842_001 }),
    exporter: person({ userId: 842_002, ...some('card:code:list', 'card:code:export'), partnersIds: [open] }),
  });
  for (const partnersId of [open, closing]) {
    await sql`insert into t_partners (partners_id, partners_name, channel_name, data_year, show_flag, mobile_auth,
        user_name, address, position, phone, parent_id, guide_rate, prob_rate, list_rate, status)
      values (${partnersId}, ${`合伙人${partnersId}`}, '渠道', 2026, 1, 0, '王', '路', '总', '13800000000', 0, 0, 0, 0, 1)`.execute(
      app.engine.db,
    );
  }
  cardId = await add(registry.card, {
    ...{ cardName: '卡', cardType: 2, dataYear: 2026, price: '9.90', codePrefix: 'GD' },
    expireTime: '2099-08-31 23:59:59',
  });
});
afterAll(() => app.close());

const add = async (dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) => {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
};
const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.engine.db)).rows;
const post = (who: string, path: string, body: object) => app.call(who, 'POST', path, body);
const put = (who: string, path: string, body: object) => app.call(who, 'PUT', path, body);
const newUser = () => {
  made += 1;
  return add(registry.wishUser, { mobile: `134${String(made).padStart(8, '0')}` });
};

async function newRule(quantity: number, partnersId: number | null, more: object = {}): Promise<number> {
  made += 1;
  const body = { ruleName: `规则${made}`, ruleType: 1, cardId, quantity, codeExpireTime: ends, partnersId };
  const { data } = (await post('clerk', rules, { ...body, ...more })).body;
  await app.runJobs();
  return Number(data.ruleId);
}
interface Stored {
  codeId: number;
  codeStatus: number;
  issueTime: Date | null;
  partnersId: number | null;
  codeExpireTime: Date;
}
const codesOf = (ruleId: number) =>
  rowsOf(sql<Stored>`
    select code_id, code_status, issue_time, partners_id, code_expire_time from t_card_code
    where rule_id = ${ruleId} and not deleted order by code_id`);
const whole = async (codeId: number) =>
  (await openSecret(app.engine, app.engine.db, cardCode, 'code', codeId)) ?? '';
const close = (status: 0 | 1) =>
  sql`update t_partners set status = ${status} where partners_id = ${closing}`.execute(app.engine.db);

/** Exports codes and returns the texts of the file's column. */
async function exported(who: string, filters: object, issueFlag = 0): Promise<string[]> {
  const asked = { tableId: 37, title: '激活码', fieldNames: ['serialNo', 'code'], ...filters, issueFlag };
  const { data, message } = (await post(who, `${codes}/export`, asked)).body;
  expect(data?.id, message).toBeGreaterThan(0);
  await app.runJobs();
  const job = (await app.call(who, 'GET', `/api/base/log/list?ids=${data.id}`)).body.data.records[0];
  expect(job.status).toBe('success');
  const sheet = await readStored(app, job.url);
  return sheet.slice(1).map(row => String(row[1]));
}

describe('a code of a disabled partner that was never issued', () => {
  /** Steps that take codes back, or that follow from a refund or the clock: they need no open owner. */
  const takesBack = new Set([
    'void',
    'askForce',
    'force',
    'dropForce',
    'expire',
    'hold',
    'release',
    'refund',
  ]);
  let ruleId = 0;
  let online = 0;
  let [first]: Stored[] = [];

  beforeAll(async () => {
    ruleId = await newRule(2, closing);
    online = Number(
      (
        await post('clerk', `${codes}/online/rule`, {
          ...{ ruleName: '按需', cardId, codeExpireTime: ends, partnersId: closing },
        })
      ).body.data.ruleId,
    );
    [first] = await codesOf(ruleId);
  });
  beforeEach(() => close(0));
  afterAll(() => close(1));

  test.each(Object.keys(cardCodeSteps.steps).filter(name => !takesBack.has(name)))(
    'is refused by the step %s',
    async name => {
      const server = stepServerOf(app.engine, cardCode);
      const step = cardCodeSteps.steps[name];
      if (!server || !step || !first) throw new Error(`no step ${name}`);
      const userId = await newUser();
      // Values for what any step asks for; a step that asks for something else needs an entry here.
      const values: Record<string, unknown> = {
        ...{ userId, codeExpireTime: '2098-01-01 00:00:00', remark: '备注', issue: 1 },
      };
      for (const [field, how] of Object.entries(step.form))
        if (how === 'required') expect(Object.keys(values)).toContain(field);
      const asks = [...Object.keys(step.form), ...Object.keys(step.inputs)];
      const given = Object.fromEntries(asks.filter(one => one in values).map(one => [one, values[one]]));
      const [kind = 'person'] = step.by;
      const outcome = await transact(app.engine.db, db =>
        stepRows(app.engine, db, {
          ...{ server, dataset: cardCode, step, keys: [first?.codeId ?? 0], given },
          by: { kind, actor: elevated() },
        }),
      ).catch((error: Error) => error);
      const said =
        outcome instanceof Error
          ? String((outcome as { text?: (language: string) => string }).text?.('zh'))
          : outcome.refused.map(one => failureOf(one).text('zh')).join();
      expect(said).toContain('停用');
      expect((await codesOf(ruleId))[0]).toEqual(first);
    },
  );

  /** Calls that show masked codes or none, or take codes back. */
  const harmless = new Set([
    'codes',
    'serialNo',
    'find',
    'count',
    'cancel',
    'orders',
    'price',
    'payStatus',
    'order',
    // They make rules, which a disabled partner is refused for by its own field.
    'online',
    'single',
  ]);
  /** A try at each other call; a new call needs one. */
  const tries: Record<string, (codeId: number) => Promise<unknown>> = {
    activate: async codeId => put('clerk', codes, { codeId, userId: await newUser() }),
    reveal: codeId => post('clerk', `${codes}/reveal`, { codeId }),
    export: () => app.call('clerk', 'GET', `${codes}/export?ruleId=${ruleId}&issueFlag=1`),
    exportCodes: () => exported('clerk', { ruleId }, 1),
    extend: () =>
      post('clerk', `${codes}/batch/update/expire`, { ruleId, codeExpireTime: '2098-01-01 00:00:00' }),
    assign: () => post('clerk', `${codes}/batch/update`, { ruleId, partnersId: open, issueFlag: 1 }),
    draw: () => post('clerk', `${rules}/draw`, { ruleId: online, count: 1 }),
    activateByApp: async codeId =>
      activateByApp(app.engine, silentLogger(), { userId: await newUser(), code: await whole(codeId) }).catch(
        (error: unknown) => ({ refused: String(error) }),
      ),
  };

  test.each(Object.keys(codesCalls).filter(name => !harmless.has(name)))(
    'is neither used nor shown by the call %s',
    async name => {
      const attempt = tries[name];
      if (!attempt) throw new Error(`${name}: try this call here, or say that it is harmless`);
      const secret = await whole(first?.codeId ?? 0);
      const answer = JSON.stringify(await attempt(first?.codeId ?? 0));
      await app.runJobs();
      expect(answer).not.toContain(secret);
      expect((await codesOf(ruleId))[0]).toEqual(first);
      expect(await codesOf(online)).toEqual([]);
    },
  );
});

test('codes of a purchase whose partner is disabled while they are made wait, and are issued once it is back', async () => {
  const { data } = (
    await post('clerk', rules, {
      ...{
        ruleName: '中途停用',
        ruleType: 1,
        cardId,
        quantity: 2,
        codeExpireTime: ends,
        partnersId: closing,
      },
    })
  ).body;
  await sql`update t_card_code_rule set order_id = 987654 where rule_id = ${data.ruleId}`.execute(
    app.engine.db,
  );
  await close(0);
  await app.runJobs();
  await close(1);
  const found = await codesOf(data.ruleId);
  expect(found.map(({ codeStatus }) => codeStatus)).toEqual([1, 1]);
  expect((await put('clerk', `${codes}/issue`, { codeId: found[0]?.codeId })).status).toBe(200);
});

describe('a code that leaves whole is issued', () => {
  test('by being shown', async () => {
    const [first] = await codesOf(await newRule(1, open));
    const { body } = await post('exporter', `${codes}/reveal`, { codeId: first?.codeId });
    expect(body.data.code).toBe(await whole(first?.codeId ?? 0));
    expect(
      await rowsOf(sql`select code_status, issue_time is not null as issued from t_card_code
        where code_id = ${first?.codeId}`),
    ).toEqual([{ codeStatus: 2, issued: true }]);
  });

  test('an export shows those whole that were issued, and the others masked', async () => {
    const ruleId = await newRule(2, open);
    const [first, next] = await codesOf(ruleId);
    await put('clerk', `${codes}/issue`, { codeId: first?.codeId });
    const hidden = maskedCode((await whole(next?.codeId ?? 0)).slice(0, 4));
    expect(await exported('exporter', { ruleId })).toEqual([await whole(first?.codeId ?? 0), hidden]);
    expect((await codesOf(ruleId)).map(({ codeStatus }) => codeStatus)).toEqual([2, 1]);
  });

  test('an export that issues leaves out what cannot be issued, and needs the right to issue', async () => {
    const ruleId = await newRule(3, open);
    const found = await codesOf(ruleId);
    await sql`update t_card_code set refund_no = 'R9' where code_id = ${found[1]?.codeId}`.execute(
      app.engine.db,
    );
    const refused = await post('exporter', `${codes}/export`, {
      ...{ tableId: 37, title: '激活码', fieldNames: ['code'], ruleId, issueFlag: 1 },
    });
    expect(refused.status).toBe(403);
    const told = await exported('clerk', { ruleId, codeStatus: 1 }, 1);
    expect(told).toEqual([await whole(found[0]?.codeId ?? 0), await whole(found[2]?.codeId ?? 0)]);
    expect((await codesOf(ruleId)).map(({ codeStatus }) => codeStatus)).toEqual([2, 1, 2]);
  });

  test('an attempt that died has issued what another attempt writes, also where the filter asks for unused ones', async () => {
    const ruleId = await newRule(5, open);
    const { id } = (
      await post('clerk', `${codes}/export`, {
        ...{ tableId: 37, title: '激活码', fieldNames: ['serialNo', 'code'], issueFlag: 1 },
        ...{ ruleId, codeStatus: 1 },
      })
    ).body.data;
    const { engine } = app;
    const job = await findJob(engine.db, id);
    if (!job) throw new Error('no job');
    // The first attempt issues the rows of its page, and dies before any of them is written.
    await new HandOuts(engine, cardCode, { ...job, attempts: 1 }, true).read(
      sql<never>`d.rule_id = ${ruleId} and d.code_status = 1`,
      {
        byKey: false,
        limit: 3,
        select: where =>
          selectRows(engine, cardCode, { reader: elevated(), fields: ['codeId'], where, sealed: true }),
      },
    );
    expect((await codesOf(ruleId)).map(({ codeStatus }) => codeStatus)).toEqual([2, 2, 2, 1, 1]);
    await sql`update t_biz_log set attempts = 1 where id = ${id}`.execute(engine.db);
    await app.runJobs();
    const ended = (await app.call('clerk', 'GET', `/api/base/log/list?ids=${id}`)).body.data.records[0];
    const sheet = await readStored(app, ended.url);
    expect(sheet).toHaveLength(6);
    expect((await codesOf(ruleId)).every(({ codeStatus }) => codeStatus === 2)).toBe(true);
    expect(await rowsOf(sql`select 1 from yikao_handed_out where job_id = ${id}`)).toEqual([]);
  });
});

test('moving and issuing in one call issues nothing that could not be moved', async () => {
  const ruleId = await newRule(2, open);
  const [first] = await codesOf(ruleId);
  await sql`update t_card_code set refund_no = 'R8' where code_id = ${first?.codeId}`.execute(app.engine.db);
  await post('clerk', `${codes}/batch/update`, { ruleId, partnersId: closing, issueFlag: 1 });
  await app.runJobs();
  expect((await codesOf(ruleId)).map(({ partnersId, codeStatus }) => [partnersId, codeStatus])).toEqual([
    [open, 1],
    [closing, 2],
  ]);
});

test('a call for no codes says what it lacks', async () => {
  const none = await post('clerk', `${codes}/cancel`, { reason: '错' });
  expect(none.body.message).toBe('请先选择记录或输入条件');
});

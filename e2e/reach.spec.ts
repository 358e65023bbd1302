import type { Page } from '@playwright/test';
import { languagesOf } from '@yikao/server/testing/sample.ts';
import {
  call,
  confirm,
  dialog,
  openList,
  pressAction,
  pressTool,
  rowOf,
  rows,
  savedQuestion,
  toast,
  typeTime,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { logIn } from './support/log-in.ts';
import { faultsOfLook } from './support/look.ts';
import { adminPassword } from './support/product.ts';
import { openScreen } from './support/screens.ts';
import { expect, test } from './support/test.ts';

const seller = { userName: 'sale01', password: adminPassword };

/** A lead of the pool that the simulated vendor connects: one whose number does not end in 0. */
async function pooled(page: Page): Promise<number> {
  const { records } = (await call(page, 'GET', '/api/admin/mobile/pool/list?size=50')) as {
    records: { leadId: number; mobile: string }[];
  };
  const found = records.find(({ mobile }) => !mobile.endsWith('0'));
  if (!found) throw new Error('The pool has no lead to call');
  return found.leadId;
}

/** The seconds of connected calls and their number in the statistics, of the logged-in salesperson. */
async function talked(page: Page): Promise<{ readonly connected: number; readonly minutes: number }> {
  const [own] = (await call(page, 'GET', '/api/admin/mobile/stat')) as {
    connected: number;
    minutes: number;
  }[];
  return { connected: own?.connected ?? 0, minutes: own?.minutes ?? 0 };
}

test('a salesperson claims a lead, calls it without leaving the list, notes, texts it, and is reminded', async ({
  page,
}) => {
  await logIn(page, '/home', seller);
  const before = await talked(page);
  const leadId = await pooled(page);
  await openList(page, '/mobile/pool?size=50');
  // One lead is claimed in its row, without a tick and without a question.
  await pressAction(page, rowOf(page, leadId), '领取');
  await expect(toast(page, '已领取 1 条线索')).toBeVisible();

  const lead = async () =>
    (await call(page, 'GET', `/api/admin/mobile/info?leadId=${leadId}`)) as Record<string, unknown>;
  const { followNum } = await lead();
  await openList(page, '/mobile/lead?size=50');
  await pressAction(page, rowOf(page, leadId), '打电话');
  const dock = page.getByRole('region', { name: '打电话' });
  await expect(dock.getByText('正在呼叫')).toBeVisible();
  await expect(rowOf(page, leadId)).toBeVisible();
  await page.screenshot({ path: 'test-results/reach-calling.png' });
  await expect(dock.getByText('已接通，通话 1:05')).toBeVisible();
  await dock.getByLabel('跟进内容').fill('想报周末班，家长周日到校看看');
  const evening = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  await typeTime(page, dock, '下次跟进', `${evening} 23:59`);
  await expectNoFaults(page, { within: '[aria-label="打电话"]' });
  await page.screenshot({ path: 'test-results/reach-called.png' });
  await dock.getByRole('button', { name: '记录跟进' }).click();
  await expect(toast(page, '已记录跟进')).toBeVisible();
  await dock.getByRole('button', { name: '关闭' }).click();
  // The call and the note on it count as one call. The lead may have been followed before it came to the pool.
  expect(await lead()).toMatchObject({ leadStatus: 2, callNum: 1, followNum: Number(followNum) + 2 });
  const after = await talked(page);
  expect(after.connected).toBe(before.connected + 1);
  expect(after.minutes).toBeGreaterThan(before.minutes + 1);

  await rowOf(page, leadId).getByRole('checkbox').check();
  await page.getByRole('button', { name: '发短信', exact: true }).click();
  const text = dialog(page);
  await text.getByLabel('短信模板').click();
  await page.getByTitle('试听课提醒', { exact: true }).click();
  await text.getByLabel('变量 time').fill('周日 9:00');
  await text.getByRole('button', { name: '检查与计费' }).click();
  await expect(text.getByText('1 人缺少变量')).toBeVisible();
  await page.screenshot({ path: 'test-results/reach-text-missing.png' });
  await text.getByLabel('变量 place').fill('星河校区');
  await text.getByRole('button', { name: '检查与计费' }).click();
  await expect(text.getByText(/1 人，计费 1 条，约 0.05 元/)).toBeVisible();
  await expectNoFaults(page, { within: '.ant-modal' });
  await page.screenshot({ path: 'test-results/reach-text.png' });
  await text.getByRole('button', { name: '确认发送' }).click();
  await expect(toast(page, '已排队 1 条短信')).toBeVisible();

  const states = async () => {
    const path = `/api/admin/feige/sms/list?leadId=${leadId}`;
    const { records } = (await call(page, 'GET', path)) as { records: { smsStatus: number }[] };
    return records.map(({ smsStatus }) => smsStatus);
  };
  await expect.poll(states, { timeout: 60_000 }).toEqual([2]);
  await openList(page, '/feige/sms');
  await expect(rows(page).first()).toContainText('已送达');
  await openList(page, '/mobile/lead?size=50');
  const due = page.getByRole('button', { name: /今日待跟进/ });
  await expect(due).toBeVisible();
  await due.click();
  await expect(rowOf(page, leadId)).toBeVisible();
  await page.screenshot({ path: 'test-results/reach-due.png' });
  await page.goto('/mobile/stat');
  await expect(page.getByRole('main').getByRole('row').nth(1)).toContainText(String(after.connected));
});

test('a recording is heard in the list of calls, from any place on', async ({ page }) => {
  await logIn(page, '/home', seller);
  const { records } = (await call(page, 'GET', '/api/admin/mobile/list?size=50')) as {
    records: { leadId: number; mobile: string }[];
  };
  const leadId = records.find(({ mobile }) => !mobile.endsWith('0'))?.leadId;
  const { callId } = (await call(page, 'POST', '/api/admin/feige/call', { leadId })) as { callId: number };
  const recorded = async () => {
    const path = `/api/admin/feige/call/state?callId=${callId}`;
    return ((await call(page, 'GET', path)) as { recordFlag: number }).recordFlag;
  };
  await expect.poll(recorded, { timeout: 60_000 }).toBe(1);
  await openScreen(page, '/feige/call');
  // The latest call comes first.
  const row = page.getByRole('main').getByRole('row').filter({ hasText: '已接通' }).first();
  await row.getByRole('button', { name: '播放录音' }).click();
  const player = page.getByLabel('通话录音');
  await expect(player).toBeVisible();
  // The details of the row stay closed.
  await expect(dialog(page)).toHaveCount(0);
  const length = () => player.evaluate((audio: HTMLAudioElement) => audio.duration);
  await expect.poll(length).toBeCloseTo(65, 0);
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = 40;
  });
  await expect
    .poll(() =>
      player.evaluate((audio: HTMLAudioElement) => audio.seekable.end(0) >= 65 && audio.currentTime >= 40),
    )
    .toBe(true);
  await page.screenshot({ path: 'test-results/reach-recording.png' });
});

/** The pages of calls and texts, each with a text that shows when it has loaded. */
const pages = [
  ['/feige/call', 'calls'],
  ['/feige/sms', 'texts'],
  ['/feige/template', 'templates'],
  ['/feige/account', 'seats'],
  ['/feige/block', 'blocks'],
  ['/sys/gateway', 'gateway'],
  ['/mobile/stat', 'stat'],
] as const;

for (const language of languagesOf('reach')) {
  for (const mode of ['light', 'dark'] as const) {
    test(`the pages of calls and texts stand in ${language}, ${mode}, on a screen and a telephone`, async ({
      page,
    }) => {
      await page.addInitScript(
        ([of, look]) => {
          localStorage.setItem('yikao.language', of);
          localStorage.setItem('yikao.theme', JSON.stringify({ mode: look, primary: '#409eff' }));
        },
        [language, mode] as const,
      );
      await page.setViewportSize({ width: 1366, height: 768 });
      await logIn(page);
      for (const [path, name] of pages) {
        for (const width of [1366, 390]) {
          await page.setViewportSize({ width, height: width === 390 ? 844 : 768 });
          if (width === 1366) {
            await openScreen(page, path);
            await expectNoFaults(page);
          }
          const looked = { within: 'main', language, dark: mode === 'dark' };
          await expect
            .poll(() => faultsOfLook(page, looked), { message: `${path} at ${width} px` })
            .toEqual([]);
          await page.screenshot({ path: `test-results/reach-${name}-${language}-${mode}-${width}.png` });
        }
      }
    });
  }
}

test('dialogs of calls and texts are small enough for a telephone, and refuse what is wrong', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('yikao.language', 'en'));
  await logIn(page);
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 768 });
    await openScreen(page, '/feige/call');
    await pressTool(page, 'Dial');
    await dialog(page).getByLabel('Mobile number').fill('123');
    await dialog(page).getByRole('button', { name: 'Call' }).click();
    await expect(dialog(page).getByText('Enter an 11-digit mobile number')).toBeVisible();
    await page.screenshot({ path: `test-results/reach-dial-en-${width}.png` });
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await openScreen(page, '/feige/sms');
    await pressTool(page, 'Send a text');
    const text = dialog(page);
    await expect(text.getByText('Mobile numbers, one per line')).toBeVisible();
    await text.getByLabel('Template').click();
    await page.getByTitle('试听课提醒', { exact: true }).click();
    await text.getByLabel('Mobile numbers, one per line').fill('13912345678\n13912345678\n123');
    for (const [name, value] of [
      ['name', '李明'],
      ['time', '周六 9:00'],
      ['place', '星河校区'],
    ] as const)
      await text.getByLabel(`Variable ${name}`).fill(value);
    await text.getByRole('button', { name: 'Check and price' }).click();
    await expect(text.getByText('Recipients: 1;')).toBeVisible();
    await text.getByText('Not sent to: 2').click();
    await expectNoFaults(page, { within: '.ant-modal' });
    await page.screenshot({ path: `test-results/reach-text-en-${width}.png` });
    await text.getByRole('button', { name: 'Back' }).click();
    await openScreen(page, '/feige/sms');
    await pressTool(page, 'Send to a list');
    await expect(dialog(page).getByText(/The first row holds the headings/)).toBeVisible();
    await page.screenshot({ path: `test-results/reach-list-en-${width}.png` });
    await dialog(page).getByRole('button', { name: 'Back' }).click();
  }
});

test('a template is written, submitted, and approved by somebody else or by the vendor', async ({ page }) => {
  await logIn(page);
  await openList(page, '/feige/template');
  await pressTool(page, '新增');
  const form = dialog(page);
  await form.getByLabel('模板名称').fill('开学提醒');
  await form.getByLabel('模板编码').fill('SMS_NEW');
  await form.getByLabel('签名').fill('艺考志愿宝');
  await form.getByLabel('内容').fill('{name}您好，{date}开学，请带好{thing');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(form.getByText(/变量须写作/)).toBeVisible();
  await form.getByLabel('内容').fill('{name}您好，{date}开学，请带好画具。');
  await form.getByRole('button', { name: '确定' }).click();
  await confirm(page, savedQuestion);
  const row = rows(page).filter({ hasText: '开学提醒' });
  await expect(row).toContainText('草稿');
  await pressAction(page, row, '提交审核');
  const asked = dialog(page).getByRole('button', { name: '提交审核' });
  await expect(asked.or(row.getByText('待审核')).first()).toBeVisible();
  if (await asked.isVisible()) await asked.click();
  await expect(row).toContainText('待审核');
  await page.screenshot({ path: 'test-results/reach-template-submitted.png' });
  await pressAction(page, row, '查询审核结果');
  await expect(row).toContainText('通过');
});

import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { languagesOf } from '@yikao/server/testing/sample.ts';
import {
  call,
  confirm,
  dialog,
  openList,
  pick,
  pressAction,
  pressTool,
  rows,
  savedQuestion,
  toast,
  typeTime,
} from './support/dataset.ts';
import { expectNoFaults } from './support/faults.ts';
import { type Account, logIn } from './support/log-in.ts';
import { logInToLook, lookAt } from './support/looks.ts';
import { adminPassword } from './support/product.ts';
import { callAsApp } from './support/signed-app.ts';
import { expect, otherBrowser, test } from './support/test.ts';

test.describe.configure({ mode: 'serial' });

/** Folder for the pictures of a run, for inspection; the next run empties it. */
const pictures = join(import.meta.dirname, '../test-results/looks');

/** Names that people gave, in their language. */
const written = /not in the person.*(乐理|A 卷|浏览器测试)/;

/** Looks at a screen or a dialog at both widths, light and dark, and keeps a picture of each. */
const look = (page: Page, name: string, within = '[role=dialog]', language: 'zh' | 'en' = 'zh') =>
  lookAt(page, `exam_${name}`, { within, language, written });

/** Logs in with a theme that follows the browser, so that both can be looked at. */
const enter = (page: Page, path: string, account?: Account, language: 'zh' | 'en' = 'zh') =>
  logInToLook(page, path, language, account);

type Row = Record<string, unknown>;

async function listed(page: Page, path: string): Promise<Row[]> {
  return ((await call(page, 'GET', path)) as { records: Row[] }).records;
}

/** A time of Shanghai, some milliseconds from now, as people write it. */
const fromNow = (ms: number) =>
  new Date(Date.now() + ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const minute = 60_000;
const examName = '浏览器测试专业复试';

/** A picture of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Facts of the exam that the tests hand on. */
const facts = { examId: 0, subjectId: 0, profId: 0, paperId: 0 };
/** People of the demo: a clerk, two who mark and one who decides between them. */
const people = {
  clerk: { userName: 'exam01', password: adminPassword },
  first: { userName: 'teacher01', password: adminPassword },
  second: { userName: 'teacher02', password: adminPassword },
  third: { userName: 'teacher03', password: adminPassword },
} as const;

/** The number of an account. */
async function userIdOf(page: Page, { userName }: Account): Promise<number> {
  const [user] = await listed(page, `/api/admin/user?userName=${userName}`);
  return Number(user?.userId);
}

/** Opens a tab of a row's details; the tabs move while their numbers arrive. */
async function openTab(page: Page, name: string) {
  const tab = dialog(page).getByRole('tab', { name });
  await expect(async () => {
    await tab.click();
    await expect(tab).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 });
  }).toPass();
}

/** Saves the form on top and waits until it is closed. */
async function save(page: Page, form: Locator) {
  await form.getByRole('button', { name: '确定' }).click();
  await confirm(page, savedQuestion);
  await expect(form).toHaveCount(0);
}

test('an exam is drafted by a clerk with its subject and its major', async ({ page: office, browser }) => {
  await logIn(office);
  const [first, second, third] = [
    await userIdOf(office, people.first),
    await userIdOf(office, people.second),
    await userIdOf(office, people.third),
  ];
  const page = await otherBrowser(browser);
  await enter(page, '/exam/exam', people.clerk);
  await pressTool(page, '新增');
  const form = dialog(page);
  await form.getByLabel('考试名称').fill(examName);
  await pick(page, form, '形式', '线上答题');
  await typeTime(page, form, '报名开始', fromNow(-10 * minute).slice(0, 16));
  await typeTime(page, form, '报名结束', fromNow(30 * minute).slice(0, 16));
  await typeTime(page, form, '考试开始', fromNow(40 * minute).slice(0, 16));
  await typeTime(page, form, '考试结束', fromNow(90 * minute).slice(0, 16));
  await save(page, form);
  const [exam] = await listed(page, `/api/exam/exam/list?examName=${encodeURIComponent(examName)}`);
  facts.examId = Number(exam?.examId);
  const { examId } = facts;
  const subject = (await call(office, 'POST', '/api/exam/subject', {
    ...{ examId, subjectName: '乐理', fullScore: 100, scoreMode: 2, durationMin: 60, markBound: 2 },
    ...{ passScore: 30, markerIds: [first, second] },
    arbiterIds: [third],
  })) as { subjectId: number };
  facts.subjectId = subject.subjectId;
  const prof = (await call(office, 'POST', '/api/exam/prof', { examId, profName: '音乐表演' })) as {
    id: number;
  };
  facts.profId = prof.id;
});

/** Opens the form of a new question of the exam. */
async function newQuestion(page: Page, type: string): Promise<Locator> {
  await pressTool(page, '新增');
  const form = dialog(page);
  await pick(page, form, '考试', examName);
  await pick(page, form, '科目', '乐理');
  await pick(page, form, '题型', type);
  return form;
}

test('a question of each type is written with its answer by clicks, and seen as a candidate will', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await enter(page, '/exam/question', people.clerk);
  let form = await newQuestion(page, '单选');
  const preview = form.getByRole('region', { name: '考生看到的样子' });
  await form.getByLabel('题干', { exact: true }).fill('频率比为 $\\frac{3}{2}$ 的音程是');
  await expect(preview.locator('math mfrac')).toBeVisible();
  await form
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'stave.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png, 'base64'),
    });
  await expect(preview.getByRole('img', { name: '题干图片 1' })).toBeVisible();
  await form.getByLabel('选项A', { exact: true }).fill('纯五度');
  await form.getByLabel('选项B', { exact: true }).fill('纯四度');
  await expect(preview.getByText('还没有正确答案')).toBeVisible();
  await form.getByRole('button', { name: '把选项 A 设为正确答案' }).click();
  await form.getByRole('button', { name: '把选项 B 设为正确答案' }).click();
  await form.getByRole('button', { name: '把选项 A 设为正确答案' }).click();
  await expect(preview.getByText('还没有正确答案')).toHaveCount(0);
  await form.getByLabel('分值', { exact: true }).fill('10');
  await look(page, 'question-single');
  await expectNoFaults(page, { within: '.ant-modal' });
  await save(page, form);

  form = await newQuestion(page, '多选');
  await form.getByLabel('题干', { exact: true }).fill('下列属于弦乐器的有');
  for (const [letter, text] of [
    ['A', '小提琴'],
    ['B', '大提琴'],
    ['C', '长笛'],
  ] as const)
    await form.getByLabel(`选项${letter}`, { exact: true }).fill(text);
  await form.getByRole('button', { name: '把选项 B 设为正确答案' }).click();
  await form.getByRole('button', { name: '把选项 A 设为正确答案' }).click();
  await form.getByLabel('分值', { exact: true }).fill('10');
  await save(page, form);

  form = await newQuestion(page, '判断');
  await form.getByLabel('题干', { exact: true }).fill('钢琴有 88 个键');
  await form.getByText('对', { exact: true }).first().click();
  await form.getByLabel('分值', { exact: true }).fill('10');
  await look(page, 'question-truth');
  await save(page, form);

  form = await newQuestion(page, '填空');
  await form.getByLabel('题干', { exact: true }).fill('《黄河大合唱》的作曲者是____，作词者是____');
  await form.getByLabel('第 1 空的答案').fill('冼星海');
  await page.keyboard.press('Enter');
  await form.getByLabel('第 1 空的答案').fill('星海');
  await page.keyboard.press('Enter');
  await expect(form.getByText('题干中有 2 个空，答案有 1 个空')).toBeVisible();
  await form.getByRole('button', { name: '添加一空' }).click();
  await form.getByLabel('第 2 空的答案').fill('光未然');
  await page.keyboard.press('Enter');
  await form.getByLabel('分值', { exact: true }).fill('10');
  await look(page, 'question-blank');
  await expectNoFaults(page, { within: '.ant-modal' });
  await save(page, form);

  form = await newQuestion(page, '简答');
  await form.getByLabel('题干', { exact: true }).fill('简述奏鸣曲式的结构');
  await form.getByLabel('解析', { exact: true }).fill('呈示部、展开部、再现部，各 10 分');
  await form.getByLabel('分值', { exact: true }).fill('30');
  await save(page, form);

  form = await newQuestion(page, '作品上传');
  await form.getByLabel('题干', { exact: true }).fill('上传一张手写的四声部和声习题');
  await form.getByLabel('解析', { exact: true }).fill('声部进行 15 分，记谱 15 分');
  await form.getByLabel('分值', { exact: true }).fill('30');
  await save(page, form);

  const answers = (await listed(page, `/api/exam/question/list?subjectId=${facts.subjectId}&size=50`)).map(
    ({ questionType, answer }) => [questionType, answer],
  );
  expect(answers.toSorted()).toEqual([
    [1, 'A'],
    [2, 'AB'],
    [3, 'T'],
    [4, '冼星海|星海;光未然'],
    [5, null],
    [6, null],
  ]);
  await look(page, 'questions', 'main');
  await rows(page).filter({ hasText: '频率比' }).getByRole('cell').nth(1).click();
  await openTab(page, '预览');
  await expect(dialog(page).locator('math mfrac')).toBeVisible();
  await look(page, 'question-details');
});

const pasted = `一、单选题
1. 大三和弦由哪两个三度组成？（2分）
A. 大三度 + 小三度  B. 小三度 + 大三度
答案：A
2、下列哪个是降号？
A. ♯
B. ♭
答案：C
二、判断题
3. 全音等于两个半音
答案：对
分值：2
4. 钢琴有 88 个键
答案：对
分值：2`;

test('a pasted text is read while it is typed, and taken in as a whole or not at all', async ({ page }) => {
  await enter(page, '/exam/question', people.clerk);
  await page.goto(`/exam/question?examId=${facts.examId}&subjectId=${facts.subjectId}`);
  const before = (await listed(page, `/api/exam/question/list?subjectId=${facts.subjectId}&size=50`)).length;
  await pressTool(page, '试卷导入');
  const asked = page.getByRole('dialog', { name: '导入试卷试题' });
  const text = asked.getByLabel('粘贴试题文本');
  await text.fill(pasted);
  await expect(asked.getByRole('status').first()).toContainText('共 4 题');
  await expect(asked.getByRole('listitem').filter({ hasText: '第 2 题' })).toContainText('选项 C 不存在');
  await look(page, 'text-problem');
  await expectNoFaults(page, { within: '.ant-modal' });
  await expect(asked.getByRole('button', { name: /^保存/ })).toBeDisabled();
  await asked
    .getByRole('listitem')
    .filter({ hasText: '第 2 题' })
    .getByRole('button', { name: '对照原文' })
    .click();
  await expect(asked.getByRole('button', { name: '修改文本' })).toBeVisible();
  await asked.getByRole('button', { name: '修改文本' }).click();
  await text.fill(pasted.replace('答案：C', '答案：B'));
  await expect(asked.getByText('没有分值：请在题中写明，或填写默认分值').first()).toBeVisible();
  await asked.getByLabel('默认分值').fill('2');
  await asked.getByRole('button', { name: '保存 4 题' }).click();
  // The bank has the fourth one.
  await expect(asked.getByText('有 1 题不能保存，一题也没有添加；请改好标出的试题后再保存')).toBeVisible();
  await look(page, 'text-refused');
  expect(await listed(page, `/api/exam/question/list?subjectId=${facts.subjectId}&size=50`)).toHaveLength(
    before,
  );
  await text.fill(
    pasted
      .replace('答案：C', '答案：B')
      .replace('钢琴有 88 个键\n答案：对', '大调音阶有八个不同的音级\n答案：错'),
  );
  await asked.getByRole('button', { name: '保存 4 题' }).click();
  await expect(toast(page, '已添加 4 道试题')).toBeVisible();
  expect(await listed(page, `/api/exam/question/list?subjectId=${facts.subjectId}&size=50`)).toHaveLength(
    before + 4,
  );
});

test('a paper is drawn by the numbers of the bank, looked at as a phone and as print, and a question replaced', async ({
  page,
}) => {
  await enter(page, '/exam/paper', people.clerk);
  await page.goto(`/exam/paper?examId=${facts.examId}&subjectId=${facts.subjectId}`);
  await pressTool(page, '抽题组卷');
  const asked = page.getByRole('dialog', { name: '抽题组卷' });
  await asked.getByLabel('试卷名称').fill('A 卷');
  await asked.getByLabel('随机种子').fill('浏览器');
  await expect(asked.getByRole('row').filter({ hasText: '单选' })).toContainText('/ 3');
  for (const [type, num] of [
    ['单选', 1],
    ['多选', 1],
    ['判断', 1],
    ['填空', 1],
    ['简答', 1],
    ['作品上传', 1],
  ] as const)
    await asked.getByLabel(`${type} 不限难度`).fill(String(num));
  await expect(asked.getByText(/^卷面 .* 分，科目满分 100 分$/)).toBeVisible();
  await look(page, 'draw');
  await expectNoFaults(page, { within: '.ant-modal' });
  await asked.getByRole('button', { name: '抽取 6 题' }).click();
  const paper = page.getByRole('dialog', { name: '试卷预览 · A 卷' });
  await expect(paper.getByText('共 6 题')).toBeVisible();
  await look(page, 'paper-phone');
  await expectNoFaults(page, { within: '.ant-modal' });

  // The question with the formula is on the paper in any case.
  const wanted = '频率比为 $\\frac{3}{2}$ 的音程是';
  if (!(await paper.getByText('频率比为').isVisible())) {
    await paper.getByRole('button', { name: '换一题：第 1 题' }).click();
    const offered = page.getByRole('dialog', { name: '更换试题' });
    await look(page, 'replace');
    await offered.getByRole('button', { name: `选用：${wanted}` }).click();
    await expect(offered).toHaveCount(0);
  } else {
    await paper.getByRole('button', { name: '换一题：第 3 题' }).click();
    const offered = page.getByRole('dialog', { name: '更换试题' });
    await look(page, 'replace');
    await offered
      .getByRole('button', { name: /^选用：/ })
      .first()
      .click();
    await expect(offered).toHaveCount(0);
  }
  await expect(paper.locator('math mfrac')).toBeVisible();
  await paper.getByText('纸面', { exact: true }).click();
  await look(page, 'paper-print');
  const [row] = await listed(page, `/api/exam/paper/list?subjectId=${facts.subjectId}`);
  facts.paperId = Number(row?.paperId);
  expect(row).toMatchObject({ paperName: 'A 卷', questionNum: 6, seed: '浏览器' });
});

interface Started {
  readonly questions: { readonly questionId: number; readonly questionType: number }[];
}

/** A candidate applies, is approved, answers every question and hands in. */
const candidates: { applyId: number; studentName: string }[] = [];

test('the exam is published, candidates apply, and the clerk approves them', async ({ page }) => {
  await enter(page, '/exam/exam', people.clerk);
  const row = rows(page).filter({ hasText: examName });
  await pressAction(page, row, '发布考试');
  await look(page, 'open');
  await dialog(page).getByRole('button', { name: '发布考试' }).click();
  await expect(row).toContainText('报名中');
  for (const [at, studentName] of ['考生甲', '考生乙'].entries()) {
    const { examId, profId } = facts;
    const { applyId } = await callAsApp<{ applyId: number }>(page, '/api/exam/app/apply', {
      ...{ examId, profId, studentName, idNo: formats.idNumber.sample(40_000 + at) },
      mobile: `1390009000${at}`,
    });
    candidates.push({ applyId, studentName });
  }
  await openList(page, `/exam/apply?examId=${facts.examId}`);
  await pressAction(page, rows(page).filter({ hasText: '考生甲' }), '通过');
  await look(page, 'approve');
  await dialog(page).getByRole('button', { name: '通过' }).click();
  await expect(rows(page).filter({ hasText: '考生甲' })).toContainText('免费');
  await call(page, 'PUT', '/api/exam/apply/audit', { applyId: candidates[1]?.applyId, auditStatus: 2 });
});

test('candidates answer in the app once the exam has begun, and hand in', async ({ page }) => {
  await enter(page, '/exam/exam', people.clerk);
  const { examId } = facts;
  const change = async (values: object) => {
    const row = (await call(page, 'GET', `/api/exam/exam/info?examId=${examId}`)) as Row;
    await call(page, 'PUT', '/api/exam/exam', { examId, version: row.version, ...values });
  };
  const state = async () =>
    ((await call(page, 'GET', `/api/exam/exam/info?examId=${examId}`)) as Row).examState;
  await change({ applyEnd: fromNow(1_000), examStart: fromNow(2_000) });
  await expect.poll(state, { timeout: 90_000 }).toBe(3);
  for (const { applyId } of candidates) {
    const { questions } = await callAsApp<Started>(page, '/api/exam/app/start', { applyId });
    const idOf = (type: number) => questions.find(one => one.questionType === type)?.questionId ?? 0;
    const { path } = await callAsApp<{ path: string }>(page, '/api/exam/app/work', {
      ...{ applyId, name: 'harmony.png', content: png },
    });
    const say = (type: number, value: string) => ({
      ...{ applyId, questionId: idOf(type), seq: 1, value, at: Date.now() },
    });
    const answers = [
      ...[say(1, 'A'), say(2, 'B,A'), say(3, '对'), say(4, '星海；光未然')],
      ...[say(5, '奏鸣曲式由呈示部、展开部和再现部组成。\n呈示部有主部与副部。'), say(6, path)],
    ];
    await callAsApp(page, '/api/exam/app/answer', { answers, sentAt: Date.now() });
    await callAsApp(page, '/api/exam/app/submit', { applyId });
  }
});

/** A page of a marker at the desk of the subject. */
async function desk(browser: Browser, who: keyof typeof people): Promise<Page> {
  const page = await otherBrowser(browser);
  await enter(page, '/exam/marking', people[who]);
  return page;
}

/** Gives marks by the keyboard until nothing waits. */
async function markAll(page: Page, marks: readonly string[]) {
  for (const mark of marks) {
    const pad = page.getByRole('form', { name: '评分' });
    await expect(pad.getByRole('button', { name: '保存并看下一份' })).toBeEnabled();
    // While a mark is being saved the next one is not taken; an earlier message does not speak of this mark.
    await expect(pad.locator('.ant-btn-loading')).toHaveCount(0);
    await expect(toast(page, new RegExp(`^已评 ${mark} 分`))).toHaveCount(0);
    await page.keyboard.type(mark);
    await expect(pad.getByLabel(/^得分/)).toHaveValue(mark);
    await page.keyboard.press('Enter');
    await expect(toast(page, new RegExp(`^已评 ${mark} 分`)).first()).toBeVisible();
    // The next answer begins without a mark.
    const score = pad.getByLabel(/^得分/);
    const gone = async () =>
      (await page.getByText('目前没有待评的答卷').isVisible()) ||
      ((await score.isVisible()) && (await score.inputValue()) !== mark);
    await expect.poll(gone).toBe(true);
  }
}

test('two markers mark without seeing each other or a name, and a third settles what is apart', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const one = await desk(browser, 'first');
  await expect(one.getByRole('button', { name: examName })).toContainText('待评 4');
  await look(one, 'marking-subjects', 'main');
  await one.getByRole('button', { name: examName }).click();
  const answer = one.getByRole('region', { name: '考生答案' });
  await expect(answer).toBeVisible();
  await expect(one.getByRole('main')).not.toContainText('考生甲');
  await look(one, 'marking-desk', 'main');
  await expectNoFaults(one);
  await one.getByLabel(/^得分/).fill('31');
  await one.keyboard.press('Enter');
  await expect(one.getByText('得分不能超过 30')).toBeVisible();
  await one.getByLabel(/^得分/).fill('20');
  await one.keyboard.press('ArrowUp');
  await expect(one.getByLabel(/^得分/)).toHaveValue('20.5');
  await one.keyboard.press('Enter');
  await expect(toast(one, '已评 20.5 分')).toBeVisible();

  // A mark that is not settled can be put right.
  await one.getByRole('button', { name: '我评过的' }).click();
  await look(one, 'marking-given');
  await one.getByRole('button', { name: /^改分：/ }).click();
  await expect(one.getByLabel(/^得分/)).toHaveValue('20.5');
  await one.getByLabel(/^得分/).fill('20');
  await one.keyboard.press('Enter');
  await expect(toast(one, /^已评 20 分/)).toBeVisible();
  await markAll(one, ['20', '20', '20']);
  await expect(one.getByText('目前没有待评的答卷')).toBeVisible();
  await look(one, 'marking-done', 'main');

  const two = await desk(browser, 'second');
  await two.getByRole('button', { name: examName }).click();
  await expect(two.getByRole('region', { name: '考生答案' })).toBeVisible();
  for (const mark of ['21', '21', '21', '10']) {
    const turn = two.getByRole('button', { name: '作品 1 右转' });
    if (await turn.isVisible()) {
      await expect(two.getByRole('img', { name: '作品 1' })).toBeVisible();
      await turn.click();
      await look(two, 'marking-work', 'main');
    }
    await markAll(two, [mark]);
  }
  await expect(two.getByText('目前没有待评的答卷')).toBeVisible();

  const three = await desk(browser, 'third');
  await three.getByRole('button', { name: examName }).click();
  await expect(three.getByText('仲裁', { exact: true })).toBeVisible();
  await markAll(three, ['18']);
  await expect(three.getByText('目前没有待评的答卷')).toBeVisible();
});

test('the clerk sees the load of the markers, judges by a line and publishes, and the candidate looks', async ({
  page,
}) => {
  await enter(page, '/exam/exam', people.clerk);
  const { examId } = facts;
  const row = rows(page).filter({ hasText: examName });
  await row.getByRole('cell').nth(2).click();
  await openTab(page, '进度');
  await expect(dialog(page).getByRole('row').filter({ hasText: '阅卷老师丙' })).toContainText('1');
  await look(page, 'progress');
  await expectNoFaults(page, { within: '.ant-drawer' });
  await page.keyboard.press('Escape');

  const info = (await call(page, 'GET', `/api/exam/exam/info?examId=${examId}`)) as Row;
  await call(page, 'PUT', '/api/exam/exam', { examId, version: info.version, examEnd: fromNow(1_000) });
  await expect
    .poll(async () => ((await call(page, 'GET', `/api/exam/exam/info?examId=${examId}`)) as Row).examState, {
      timeout: 90_000,
    })
    .toBe(4);
  await openList(page, '/exam/exam');
  await pressAction(page, row, '按线判定');
  await dialog(page).getByLabel('总分合格线').fill('60');
  await look(page, 'judge');
  await dialog(page).getByRole('button', { name: '按线判定' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await pressAction(page, row, '发布成绩');
  await look(page, 'publish');
  await dialog(page).getByRole('button', { name: '发布成绩' }).click();
  await expect(row).toContainText('已发布成绩');
  const result = await callAsApp<{ published: boolean; resultFlag: number; score: string }>(
    page,
    '/api/exam/app/result',
    { applyId: candidates[0]?.applyId },
  );
  expect(result).toMatchObject({ published: true, resultFlag: 1 });

  // The dialog that closed has gone back in the history: an address opened before that would not come.
  await page.waitForFunction(() => !Object.hasOwn(Object(history.state), 'overlay'));
  await openList(page, `/exam/apply?examId=${examId}`);
  await rows(page).filter({ hasText: '考生甲' }).getByRole('cell').nth(2).click();
  await expect(dialog(page)).toBeVisible();
  await look(page, 'apply');
  // The clerk marks, too, and does not learn whose an answer is.
  await expect(dialog(page).getByRole('tab', { name: '作答' })).toBeVisible();
  await expect(dialog(page).getByRole('tab', { name: '答案' })).toHaveCount(0);
});

test('the answers of a candidate are found by people who may see whose they are', async ({ page }) => {
  await enter(page, `/exam/apply?examId=${facts.examId}`);
  await rows(page).filter({ hasText: '考生甲' }).getByRole('cell').nth(2).click();
  await openTab(page, '答案');
  await expect(dialog(page).getByText('奏鸣曲式由呈示部').first()).toBeVisible();
  await look(page, 'apply-answers');
  await openList(page, `/exam/answer?examId=${facts.examId}`);
  await expect(page.getByText('共 12 条')).toBeVisible();
  await expect(rows(page).filter({ hasText: '考生乙' }).first()).toBeVisible();
  await look(page, 'answers-named', 'main');
});

for (const language of languagesOf('answers without names')) {
  test(`a clerk tells answers apart without whose they are, in ${language}`, async ({ page }) => {
    const { examId, applyId } = { ...facts, applyId: candidates[0]?.applyId };
    await enter(page, `/exam/answer?examId=${examId}&applyId=${applyId}`, people.clerk, language);
    // The candidate in the address narrows nothing for people who do not see it: the answers of both are there.
    await expect(page.getByText(language === 'zh' ? '共 12 条' : '12 records')).toBeVisible();
    await expect(page.getByText(/考生[甲乙]/)).toHaveCount(0);
    // Questions and answers are in the language of the candidates.
    const keep = (name: string) =>
      page.screenshot({ path: join(pictures, `exam_${name}_${language}.png`), animations: 'disabled' });
    await keep('answers-unnamed');
    await rows(page).first().getByRole('cell').nth(2).click();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).locator('.ant-drawer-title')).toContainText(
      language === 'zh' ? /^乐理 #.+ 答案ID \d+$/ : /^乐理 #.+ Answer ID \d+$/,
    );
    await keep('answer-unnamed');
    await expect(page.getByText(/考生[甲乙]/)).toHaveCount(0);
  });
}

test('the screens of online exams are whole in English', async ({ page }) => {
  await enter(page, '/exam/question', undefined, 'en');
  const place = `examId=${facts.examId}&subjectId=${facts.subjectId}`;
  const [question] = await listed(page, `/api/exam/question/list?${place}&questionType=1&title=频率比`);
  await page.goto(`/exam/question?row=${question?.questionId}`);
  await dialog(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(dialog(page).getByRole('region', { name: 'As candidates see it' })).toBeVisible();
  await look(page, 'question-single', '[role=dialog]', 'en');
  await page.goto(`/exam/question?${place}`);
  await pressTool(page, 'Import a paper');
  await dialog(page).getByLabel('Paste the questions').fill(pasted);
  await expect(dialog(page).getByText('names the option C, which is not there')).toBeVisible();
  await look(page, 'text-problem', '[role=dialog]', 'en');
  await page.goto(`/exam/paper?${place}`);
  await pressTool(page, 'Draw a paper');
  await expect(dialog(page).getByLabel('Single choice Any')).toBeVisible();
  await look(page, 'draw', '[role=dialog]', 'en');
  await page.goto(`/exam/paper?row=${facts.paperId}`);
  await dialog(page).getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(dialog(page).locator('math mfrac')).toBeVisible();
  await look(page, 'paper-phone', '[role=dialog]', 'en');
  await page.goto(`/exam/exam?row=${facts.examId}`);
  await openTab(page, 'Progress');
  await expect(dialog(page).getByText('Marker workload')).toBeVisible();
  await look(page, 'progress', '[role=dialog]', 'en');
});

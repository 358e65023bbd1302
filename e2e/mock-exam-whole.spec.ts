import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { ticketTemplate } from '@yikao/model/contexts/mock/mock.codes.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { createXlsxWriter, type WriteCell } from '@yikao/server/excel/index.ts';
import { zipOf } from '@yikao/server/excel/testing/zip.ts';
import { call, openList, pressAction, rows, toast } from './support/dataset.ts';
import { logIn } from './support/log-in.ts';
import { newPerson } from './support/person.ts';
import { refundMockOrder } from './support/refunds.ts';
import { expect, otherBrowser, test } from './support/test.ts';

const { agent, arrange, area, examAgent, examArea, examInfo } = registry;
const { mockExam, mockOrder, mockRoom, mockScore, mockStudent, seat, ticket } = registry;

/** Size of the scenario: areas, rooms in each, agencies that send candidates, and candidates. */
const size = { areas: 3, rooms: 4, agencies: 8, pupils: 300 } as const;

type Row = Readonly<Record<string, unknown>>;

let folder = '';
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yikao-exam-'));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The first rows of a list. */
async function records(page: Page, path: string): Promise<readonly Row[]> {
  return ((await call(page, 'GET', path)) as { records: Row[] }).records;
}

/** Adds a row by its call; answers its key. */
async function add(page: Page, dataset: AnyDataset, values: object): Promise<number> {
  const made = (await call(page, 'POST', dataset.path, values)) as Record<string, number>;
  return Number(made[dataset.key]);
}

/** A workbook of one sheet with headers. */
async function workbook(name: string, heads: readonly string[], lines: readonly WriteCell[][]) {
  const path = join(folder, name);
  const columns = heads.map(header => ({ header, format: 'general' as const }));
  const writer = await createXlsxWriter(path, { sheets: [{ name: '1', columns }] });
  for (const line of lines) await writer.row(line);
  await writer.close();
  return path;
}

/** Imports a file into a dataset as the page's person, and waits for the outcome. */
async function bringIn(page: Page, dataset: AnyDataset, path: string, more: object = {}): Promise<Row> {
  const kept = await page.evaluate(() => sessionStorage.getItem('yikao.session'));
  const { token } = JSON.parse(kept ?? '{}') as { token: string }; // written by the product itself
  const name = path.slice(path.lastIndexOf('/') + 1);
  const sent = await page.request.post('/common/file/upload', {
    headers: { 'access-token': token },
    multipart: {
      file: { name, mimeType: 'application/octet-stream', buffer: await readFile(path) },
    },
  });
  const { data: filePath } = (await sent.json()) as { data: string };
  const body = { tableId: dataset.tableId, importBatch: name, originName: name, filePath, ...more };
  const { id } = (await call(page, 'POST', `${dataset.path}/import`, body)) as { id: number };
  const job = async () => (await records(page, `/api/base/log/list?ids=${id}`))[0] ?? {};
  await expect.poll(async () => (await job()).status, { timeout: 60_000 }).not.toBe('processing');
  const errors = await records(page, `/api/base/log/errors?id=${id}&size=1`);
  return { ...(await job()), first: JSON.stringify(errors) };
}

/** Presses an action of the exam's row, and confirms. */
async function press(page: Page, examName: string, action: string) {
  await openList(page, `/mock/exam?examName=${encodeURIComponent(examName)}`);
  await pressAction(page, rows(page).filter({ hasText: examName }), action);
  await page
    .getByRole('dialog')
    .filter({ hasText: examName })
    .getByRole('button', { name: /确\s*定/ })
    .click();
}

const day = (days: number, time: string) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} ${time}`;

test('an exam of 3 areas, 12 rooms and 300 pupils of 8 agencies goes from its draft to analysed marks', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  await logIn(page);
  const [model] = await records(page, `${mockExam.path}?examStatus=3`);
  const { dataYear, provinceId, partnersId } = model ?? {};
  const [{ jointCategoryId } = {}] = await records(page, `${examInfo.path}?examId=${model?.examId}`);
  const place = { dataYear, provinceId };

  // The exam with its sessions, areas, rooms and agencies.
  const examName = '三考区联考';
  const examId = await add(page, mockExam, {
    ...{ ...place, examName, partnersId, fee: '60.00', payMode: 2, photoFlag: 1 },
    ...{ regStartTime: day(-3, '00:00:00'), regEndTime: day(5, '00:00:00') },
    ...{ examStartTime: day(-2, '08:00:00'), examEndTime: day(6, '18:00:00') },
  });
  const subjects = ['素描', '色彩'];
  for (const subjectName of subjects) {
    await add(page, examInfo, {
      ...{ ...place, examId, jointCategoryId, subjectName },
      ...{ startTime: day(-2, '08:30:00'), endTime: day(-2, '11:30:00') },
    });
  }
  const areaIds: number[] = [];
  for (let at = 1; at <= size.areas; at += 1) {
    const own = { areaName: `第${at}校区`, partnersId, provinceId, address: '示例路 1 号' };
    const areaId = await add(page, area, own);
    areaIds.push(areaId);
    await add(page, examArea, { examId, areaId, areaNo: at });
    const rooms = { examId, areaId, count: size.rooms, layout: '6,6,6,6,6' };
    await call(page, 'POST', `${mockRoom.path}/batch`, rooms);
  }
  const [known] = await records(page, `${agent.path}?partnersId=${partnersId}`);
  const agentIds: number[] = [];
  for (let at = 1; at <= size.agencies; at += 1) {
    const like = Object.fromEntries(writableFields(agent, 'create').map(name => [name, known?.[name]]));
    const phone = `1370000${String(at).padStart(4, '0')}`;
    const agentId = await add(page, agent, {
      ...like,
      agentName: `联考画室${at}`,
      agentCode: `LK${at}`,
      phone,
    });
    agentIds.push(agentId);
    await add(page, examAgent, { examId, agentId });
  }
  await call(page, 'PUT', `${mockExam.path}/open`, { examId });
  await openList(page, `/mock/exam?examName=${encodeURIComponent(examName)}`);
  await expect(rows(page).filter({ hasText: examName })).toContainText('报名中');

  // An agency's own account imports its pupils and their photos; staff import those of the others.
  const [ownAgency = 0] = agentIds;
  const account = await newPerson(request, {
    ...{ userType: 5, partnersId, agentId: ownAgency, nickName: '画室老师' },
    roleIds: (await records(page, '/api/admin/role?roleName=机构')).map(({ roleId }) => roleId),
  });
  const agency = await otherBrowser(browser);
  await logIn(agency, '/home', account);
  const { fields } = mockStudent;
  const columns = [
    'dataYear',
    'provinceId',
    'examId',
    'areaId',
    'agentId',
    'jointCategoryId',
    'studentName',
    'idNo',
    'mobile',
  ] as const;
  const heads = columns.map(name => fields[name].label.zh);
  const pupils = Array.from({ length: size.pupils }, (_, n) => ({
    agentId: agentIds[n % size.agencies] ?? 0,
    idNo: formats.idNumber.sample(5_000 + n),
    line: [
      ...[Number(dataYear), Number(provinceId)],
      ...[examId, areaIds[n % size.areas] ?? 0, agentIds[n % size.agencies] ?? 0, Number(jointCategoryId)],
      ...[`联考生${n + 1}`, formats.idNumber.sample(5_000 + n), `138${String(n).padStart(8, '0')}`],
    ],
  }));
  const own = pupils.filter(({ agentId }) => agentId === ownAgency);
  const others = pupils.filter(({ agentId }) => agentId !== ownAgency);
  const lines = (list: typeof pupils) => list.map(({ line }) => line);
  const ownBook = await workbook('own.xlsx', heads, lines(own));
  const came = await bringIn(agency, mockStudent, ownBook);
  expect(came, String(came.first)).toMatchObject({ insertNum: own.length, failNum: 0 });
  const foreign = await workbook('foreign.xlsx', heads, lines(others.slice(0, 2)));
  expect(await bringIn(agency, mockStudent, foreign)).toMatchObject({ insertNum: 0, failNum: 2 });
  const photo = Buffer.concat([
    Buffer.from('ffd8ffe0', 'hex'),
    Buffer.alloc(40, 1),
    Buffer.from('ffd9', 'hex'),
  ]);
  const photos = join(folder, 'photos.zip');
  await writeFile(photos, zipOf(Object.fromEntries(own.map(({ idNo }) => [`${idNo}.jpg`, photo]))));
  expect(await bringIn(agency, mockStudent, photos, { type: 651, asked: { examId } })).toMatchObject({
    ...{ successNum: own.length, failNum: 0 },
  });
  const rest = await workbook('rest.xlsx', heads, lines(others));
  expect(await bringIn(page, mockStudent, rest)).toMatchObject({ insertNum: others.length, failNum: 0 });
  await openList(agency, `/mock/student?examId=${examId}`);
  await expect(agency.getByText(`共 ${own.length} 条`)).toBeVisible();

  // Paid for by the agencies, closed, numbered, arranged, two seats changed, and locked.
  const unpaid = (await call(page, 'POST', `${mockOrder.path}/batch/pay`, {
    ...{ filters: { examId: String(examId) }, given: { payType: 4, batchNo: '统付-1' } },
  })) as { id: number };
  const jobDone = async (id: number) =>
    (await records(page, `/api/base/log/list?ids=${id}`))[0]?.status as string;
  await expect.poll(() => jobDone(unpaid.id), { timeout: 60_000 }).toBe('success');
  await call(page, 'PUT', `${mockExam.path}/close`, { examId });
  for (const path of [`${ticket.path}/generate/exam`, `${arrange.path}/exam`]) {
    const { id } = (await call(page, 'POST', path, { examId })) as { id: number };
    await expect.poll(() => jobDone(id), { timeout: 60_000 }).toBe('success');
  }
  await openList(page, `/mock/exam?examName=${encodeURIComponent(examName)}`);
  const row = rows(page).filter({ hasText: examName });
  await expect(row).toContainText('已编号');
  const runs = await records(page, `${arrange.path}?examId=${examId}`);
  expect(runs.map(({ studentNum }) => studentNum)).toEqual(Array(size.areas).fill(size.pupils / size.areas));
  const seats = (await records(page, `${seat.path}?examId=${examId}&areaId=${areaIds[0]}&size=2`)) as {
    studentId: number;
    roomId: number;
    seatNo: number;
  }[];
  const [one, two] = seats;
  await call(page, 'POST', `${arrange.path}/adjust`, {
    ...{ studentId: one?.studentId, roomId: two?.roomId, seatNo: two?.seatNo },
  });
  for (const { arrangeId } of runs) await call(page, 'PUT', `${arrange.path}/lock`, { arrangeId, flag: 1 });

  // One candidate joins late, and one leaves: neither moves anybody else.
  const late = await add(page, mockStudent, {
    ...{ ...place, examId, areaId: areaIds[0], agentId: agentIds[1], jointCategoryId },
    ...{ studentName: '补报考生', idNo: formats.idNumber.sample(9_999), mobile: '13899999999' },
  });
  const [lateOrder] = await records(page, `${mockOrder.path}?studentId=${late}`);
  await call(page, 'PUT', `${mockOrder.path}/pay`, { ids: [lateOrder?.orderId], payType: 5 });
  const [leaver] = await records(page, `${mockOrder.path}?studentId=${two?.studentId}`);
  await refundMockOrder(page, Number(leaver?.orderId));
  const lateRow = (await call(page, 'GET', `${mockStudent.path}/info?studentId=${late}`)) as Row;
  expect(lateRow).toMatchObject({ regStatus: 1, seatNo: expect.any(Number) });

  // Tickets are released, and every page includes everyone, on paper too.
  await call(page, 'PUT', `${ticket.path}/release`, { examId, flag: 1, force: 1 });
  await openList(page, `/mock/exam?examName=${encodeURIComponent(examName)}`);
  await expect(row).toContainText('准考证已发布');
  for (const { code } of ticketTemplate.items) {
    await page.goto(`/${code}?examId=${examId}&areaId=${areaIds[2]}`);
    await expect(page.locator('[data-ticket]'), code).toHaveCount(size.pupils / size.areas, {
      timeout: 20_000,
    });
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: false });
    expect((pdf.toString('latin1').match(/\/Type \/Page\n/g) ?? []).length, code).toBeGreaterThan(30);
  }

  // The exam ends on time; marks are imported from a workbook, published, and analysed.
  const exam = (await call(page, 'GET', `${mockExam.path}/info?examId=${examId}`)) as Row;
  await call(page, 'PUT', mockExam.path, { ...exam, examEndTime: day(-2, '18:00:00') });
  const status = async () =>
    ((await call(page, 'GET', `${mockExam.path}/info?examId=${examId}`)) as Row).examStatus;
  await expect.poll(status, { timeout: 90_000 }).toBe(6);
  const marks = await workbook(
    'marks.xlsx',
    ['考生', ...subjects],
    [...pupils.map(({ idNo }) => idNo), formats.idNumber.sample(9_999)].map((idNo, n) => [
      ...[idNo, 40 + (n % 60), n % 50 === 0 ? 100 : 30 + ((n * 7) % 65)],
    ]),
  );
  const entered = await bringIn(page, mockScore, marks, { type: 34, asked: { examId } });
  // Two marks for everyone except the candidate who has left.
  expect(entered).toMatchObject({ successNum: size.pupils * 2 });
  const seenByAgency = async () =>
    ((await call(agency, 'GET', `${mockScore.path}?examId=${examId}`)) as { total: number }).total;
  expect(await seenByAgency()).toBe(0);
  await press(page, examName, '发布成绩');
  await expect(toast(page, `已发布 ${size.pupils} 名考生的成绩`)).toBeVisible({ timeout: 20_000 });
  await page.goto(`/scoreAnalyse?examId=${examId}&studentId=${late}`);
  await expect(page.getByText('补报考生').first()).toBeVisible();
  // Its own pupils, of whom at most one has left.
  expect(await seenByAgency()).toBeGreaterThanOrEqual(2 * (own.length - 1));
  await press(page, examName, '撤回成绩');
  await expect(toast(page, '成绩已撤回')).toBeVisible();
  expect(await seenByAgency()).toBe(0);
});

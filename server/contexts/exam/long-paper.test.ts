import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import { readPaper } from '@yikao/model/contexts/exam/rules/paper/read-paper.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx, paragraph, picture, run, table } from './testing/docx.ts';
import { type ExamWorld, openExamWorld } from './testing/exam-world.ts';

let world: ExamWorld;
beforeAll(async () => {
  world = await openExamWorld();
});
afterAll(() => world.close());

/** A picture of one grey dot, another one for each shade. */
function png(shade: number): Buffer {
  const chunk = (kind: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from([0, shade]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const numbers = { id: 1, levels: [['decimal', '%1.']] } as const;
const letters = Array.from({ length: 201 }, (_, at) => ({
  ...{ id: at + 2, levels: [['upperLetter', '%1.']] as const },
  ...(at > 0 && { like: 2 }),
}));

test('a Word paper of 300 questions, 40 pictures, two ways of numbering and a table of keys is read and stored whole', async () => {
  const pictures = Array.from({ length: 40 }, (_, at) => ({
    name: `image${at + 1}.png`,
    bytes: png(at * 5),
  }));
  const choices = Array.from({ length: 200 }, (_, at) => at + 1);
  const statements = Array.from({ length: 100 }, (_, at) => at + 1);
  const body = [
    paragraph('一、单项选择题（每题2分，共400分）'),
    ...choices.flatMap(n => [
      paragraph(n % 5 === 0 ? `${run(`第${n}份谱例的调式是`)}${picture(n / 5)}` : `第${n}首乐曲的调式是`, {
        id: 1,
      }),
      ...['宫', '商', '角', '徵'].map(text => paragraph(text, { id: n + 1 })),
      paragraph(`答案：${'ABCD'[n % 4]}`),
    ]),
    paragraph('二、判断题（每题1分，共100分）'),
    ...statements.map(n => paragraph(`（${n}）第${n}位画家属于印象派。`)),
    paragraph('参考答案'),
    table([
      ['题号', ...statements.map(String)],
      ['答案', ...statements.map(n => (n % 3 === 0 ? '×' : '√'))],
    ]),
  ];
  const content = await docx(body, { lists: [numbers, ...letters], pictures });
  const { files, db } = world.it.engine;
  const { userId } = await world.it.login('admin');
  const stored = await files.put(`test/${crypto.randomUUID()}.xlsx`, Readable.from([content]), {
    maxBytes: 30_000_000,
  });
  const path = `/${stored.key}`;
  await sql`
    insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${path}, '长卷.docx', ${stored.size}, 'application/zip', ${stored.sha256}, 1, ${userId})`.execute(
    db,
  );

  const read = await world.call('POST', '/api/exam/question/docx', { filePath: path });
  expect(read.status, read.message).toBe(200);
  const paths = new Map<number, string>(
    read.data.pictures.map((one: { no: number; path: string }) => [one.no, one.path]),
  );
  expect(new Set(paths.values()).size).toBe(40);
  const paper = readPaper(read.data.text);
  expect(paper.problems).toEqual([]);
  expect(paper.lines.filter(({ role }) => role === 'unknown' || role === 'leftOut')).toEqual([]);
  expect(paper.questions).toHaveLength(300);
  for (const [at, { row, checks }] of paper.questions.entries()) {
    const n = at < 200 ? at + 1 : at - 199;
    expect(checks, row.title).toEqual([]);
    expect(row).toMatchObject(
      at < 200
        ? {
            ...{ questionType: 1, score: '2', answer: 'ABCD'[n % 4], optionA: '宫', optionD: '徵' },
            title: n % 5 === 0 ? `第${n}份谱例的调式是` : `第${n}首乐曲的调式是`,
            pictures: n % 5 === 0 ? [n / 5] : [],
          }
        : {
            ...{ questionType: 3, score: '1', answer: n % 3 === 0 ? 'F' : 'T', pictures: [] },
            title: `第${n}位画家属于印象派。`,
          },
    );
  }

  const { subjectId } = await world.exam();
  const questions = paper.questions.map(({ row: { pictures: shown, ...row } }) => ({
    ...row,
    images: shown.flatMap(no => paths.get(no) ?? []),
  }));
  const { data, message } = await world.call('POST', '/api/exam/question/paper', { subjectId, questions });
  expect(data, message).toEqual({ added: 300, problems: [] });
  const kept = await sql<{ title: string; images: readonly string[] }>`
    select title, images from t_question where subject_id = ${subjectId} and title like '%份谱例%'
    order by question_id`.execute(db);
  expect(kept.rows.map(({ images }) => images)).toEqual(pictures.map((_, at) => [paths.get(at + 1)]));
});

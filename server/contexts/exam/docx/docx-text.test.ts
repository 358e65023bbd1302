import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPaper } from '@yikao/model/contexts/exam/rules/paper/read-paper.ts';
import { rowProblems } from '@yikao/model/contexts/exam/rules/paper/row-problems.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, formula, paragraph, picture, run, table } from '../testing/docx.ts';
import { DocxError } from './docx-errors.ts';
import { readDocxText } from './docx-text.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docx-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Buffer) {
  const path = join(folder, `${Math.random()}.docx`);
  await writeFile(path, content);
  return readDocxText(path);
}

const numbers = { id: 1, levels: [['decimal', '%1.']] } as const;
const letters = { id: 2, levels: [['upperLetter', '%1.']] } as const;
const han = { id: 3, levels: [['chineseCountingThousand', '%1、']] } as const;
const circles = { id: 4, levels: [['decimalEnclosedCircleChinese', '%1']] } as const;

describe('the text of a Word document', () => {
  test('has the numbers of its lists, which Word draws and does not store', async () => {
    const { text } = await read(
      await docx(
        [
          paragraph('单选题', { id: 3 }),
          paragraph('五线谱有几条线？', { id: 1 }),
          ...['四', '五'].map(one => paragraph(one, { id: 2 })),
          paragraph('答案：B'),
          paragraph('三加二是几？', { id: 1 }),
          ...['四', '五'].map(one => paragraph(one, { id: 5 })),
          paragraph('答案：B'),
          paragraph('简答题', { id: 3 }),
          paragraph('第一点', { id: 4 }),
        ],
        { lists: [numbers, letters, han, circles, { ...letters, id: 5, like: 2 }] },
      ),
    );
    expect(text.split('\n')).toEqual([
      ...['一、 单选题', '1. 五线谱有几条线？', 'A. 四', 'B. 五', '答案：B'],
      ...['2. 三加二是几？', 'A. 四', 'B. 五', '答案：B', '二、 简答题', '① 第一点'],
    ]);
    expect(readPaper(text).questions.map(({ row }) => row.answer)).toEqual(['B', 'B', null]);
  });

  test('has pictures, tables, blanks, raised numbers and formulas', async () => {
    const { text, pictures } = await read(
      await docx(
        [
          paragraph(
            `${run('1. 看图，x')}<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r>${run('是')}${picture(1)}`,
          ),
          paragraph(`${run('2. 作者是')}${run('      ', true)}${run('。')}`),
          paragraph(`${run('3. 作者是')}${run('  冼星海  ', true)}${run('。')}`),
          paragraph(
            `${run('4. 值为')}${formula('<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:rad><m:deg/><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad></m:den></m:f>')}`,
          ),
          table([
            ['题号', '1', '2'],
            ['答案', 'A', 'B'],
          ]),
        ],
        { pictures: [{ name: 'image1.png', bytes: png }] },
      ),
    );
    expect(text.split('\n')).toEqual([
      ...[
        '1. 看图，x²是〖图1〗',
        '2. 作者是____。',
        '3. 作者是__冼星海__。',
        '4. 值为$\\frac{1}{\\sqrt{2}}$',
      ],
      ...['题号\t1\t2', '答案\tA\tB'],
    ]);
    expect(pictures.map(({ no, bytes }) => [no, Buffer.from(bytes).equals(png)])).toEqual([[1, true]]);
  });

  test('marks formulas and pictures that cannot be read, which keeps their questions out', async () => {
    const { text } = await read(
      await docx(
        [
          paragraph(`${run('1. 值为')}${formula('<m:unknown/>')}`),
          paragraph(
            `${run('2. 值为')}<w:r><w:object><o:OLEObject ProgID="Equation.DSMT4" r:id="rIdX"/></w:object></w:r>`,
          ),
          paragraph(`${run('3. 图为')}${picture(1)}`),
          paragraph('答案：对'),
        ],
        { pictures: [{ name: 'x.png', bytes: png, external: 'file:///etc/hostname' }] },
      ),
    );
    expect(text).toContain('1. 值为〖公式未读〗\n2. 值为〖公式未读〗\n3. 图为〖图片未读〗');
    for (const { row } of readPaper(text).questions)
      expect(
        rowProblems(row)
          .map(({ zh }) => zh)
          .join(),
      ).toMatch(/没有读到/);
  });
});

describe('a file that is refused', () => {
  const codeOf = async (content: Buffer) =>
    read(content).then(
      () => 'read',
      (error: unknown) => (error instanceof DocxError ? error.code : String(error)),
    );
  test.each([
    ['an old .doc', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'oldWord'],
    ['a PDF', Buffer.from('%PDF-1.7 of some kind'), 'notDocx'],
    ['a zip that ends early', Buffer.from('504b030400000000000000000000', 'hex'), 'damaged'],
  ])('%s', async (_, content, code) => {
    expect(await codeOf(content)).toBe(code);
  });
  test('a part of XML that unpacks to too much', async () => {
    const bomb = `<w:document><w:body>${' '.repeat(30 * 1024 * 1024)}</w:body></w:document>`;
    expect(await codeOf(await docx([], { more: { 'word/document.xml': bomb } }))).toBe('tooLarge');
  });
  test('a document type, which could name other files', async () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document><w:body><w:p>&a;</w:p></w:body></w:document>';
    expect(await codeOf(await docx([], { more: { 'word/document.xml': xml } }))).toBe('damaged');
  });
  test('no text at all', async () => {
    expect(
      await codeOf(await docx([paragraph(picture(1))], { pictures: [{ name: 'a.png', bytes: png }] })),
    ).toBe('empty');
  });
});

import { expect, test } from 'vitest';
import { errorOfText } from './index.ts';
import { cellsOf, fileWith } from './testing/files.ts';

test.each(['########', ' #### ', '#值!', '#值！', '#名称?', '#引用!', '#N/A'])(
  '%s stands for a value that the file does not have',
  text => {
    expect(errorOfText(text)).toMatchObject({ kind: 'error' });
  },
);

test.each(['##', '#1', '#新闻', '值!', 'C#'])('%s is a text', text => {
  expect(errorOfText(text)).toBeUndefined();
});

test('the mark at the end of an old text file is no row', async () => {
  expect(await cellsOf(fileWith(Buffer.from('学校,年份\r\n甲,2026\r\n\u001a')))).toEqual([
    ['学校', '年份'],
    ['甲', '2026'],
  ]);
});

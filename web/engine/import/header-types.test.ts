import { schExamType } from '@yikao/model/contexts/school/sch-exam-type.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { headerColumns } from './header-columns.ts';

// The language is stored in the browser and marked on the page; neither exists here.
vi.stubGlobal('document', { documentElement: {} });
vi.stubGlobal('window', { addEventListener: () => {} });
vi.stubGlobal('navigator', { languages: ['zh-CN'] });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
afterAll(() => vi.unstubAllGlobals());
const { HeaderTypeChoice } = await import('./HeaderTypeChoice.tsx');
await (await import('../../i18n/i18n.ts')).textsReady;

const excel = schExamType.excel as NonNullable<AnyDataset['excel']>;
const headed: AnyDataset = {
  ...schExamType,
  excel: {
    ...excel,
    headers: [
      { type: 1, fields: ['remark', 'examType'] },
      { type: 5, fields: ['remark'], where: { examType: 1 } },
    ],
  },
};

const shown = (dataset: AnyDataset, value?: 1 | 5) =>
  renderToStaticMarkup(createElement(HeaderTypeChoice, { dataset, value, onChange: () => {} }));

test('the kinds of header that a dataset declares are offered by their names, and none of the others', () => {
  const html = shown(headed, 5);
  const texts = html
    .replace(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/);
  expect(texts).toEqual(['表头', '自选字段', '招生计划', '特殊录取']);
  expect(html.match(/checked=""/g)).toHaveLength(1);
});

test('a dataset without kinds of header shows no choice', () => {
  expect(shown(schExamType)).toBe('');
});

test('a kind of header chooses its columns in its order, and leaves the others to be chosen', () => {
  const offered = excel.export;
  const columns = headerColumns(headed, 1, offered);
  const chosen = columns.filter(column => column.chosen).map(({ name }) => name);
  expect(chosen).toEqual([...schExamType.naturalKey, 'remark', 'examType']);
  expect(columns.map(({ name }) => name).sort()).toEqual([...offered].sort());
});

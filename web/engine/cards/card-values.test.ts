import { registry } from '@yikao/model/contexts/datasets.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { expect, test } from 'vitest';
import { cardValues } from './card-values.ts';

const { admission, lead }: Record<'admission' | 'lead', AnyDataset> = registry;

/** Names of the fields that a card shows below its title. */
function shown(dataset: AnyDataset, names: readonly string[], row: Record<string, unknown>, title: string) {
  const fields = names.flatMap(name => {
    const field = fieldOf(dataset, name);
    return field ? [{ name, field }] : [];
  });
  return cardValues(fields, row, title, 'zh', 4).map(({ name }) => name);
}

test('a card does not repeat the name and the number of its title as lines', () => {
  const row = { studentName: '吴梓萱', mobile: '164****5026', intent: 1 };
  const names = ['studentName', 'mobile', 'intent'];
  expect(shown(lead, names, row, '吴梓萱 164****5026')).toEqual(['intent']);
  expect(shown(lead, names, row, '164****5026')).toEqual(['studentName', 'intent']);
});

test('a word that is only a part of the title stays, and so does an equal number of another meaning', () => {
  const row = { schProfName: '美术', planNum: 2026, dataYear: 2026, schoolId: 7, schoolName: '湖南师范大学' };
  const names = ['schProfName', 'planNum', 'dataYear', 'schoolId'];
  expect(shown(admission, names, row, '2026 湖南师范大学 美术学')).toEqual(['schProfName', 'planNum']);
});

import { registry } from '@yikao/model/contexts/datasets.ts';
import { expect, test } from 'vitest';
import { mapHeaders } from './headers.ts';

const { admission, occupation } = registry;

/** Former English headings of files, and the fields that they name. */
const former = [
  [admission, 'Subjects wanted', 'subjectRequire'],
  [admission, 'English wanted', 'englishMin'],
  [admission, 'Chinese wanted', 'chineseMin'],
  [occupation, 'Skills wanted', 'skill'],
] as const;

test('a file that was exported under former English headings still finds its fields', () => {
  for (const [dataset, heading, name] of former) {
    const { fields, unknown } = mapHeaders(dataset, 'import', [heading], {});
    expect([...fields.values(), ...unknown]).toEqual([name]);
    expect(dataset.fields[name as keyof typeof dataset.fields]).not.toMatchObject({ label: { en: heading } });
  }
  expect(mapHeaders(admission, 'import', ['Not scaled'], {}).unknown).toEqual([]);
});

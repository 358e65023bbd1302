import { registry } from '@yikao/model/contexts/datasets.ts';
import { expect, test } from 'vitest';
import { mapHeaders } from './column-match.ts';

const { abroadItem, admission, archive, batch, lecture, mockScore, occupation, schoolStat, segment } =
  registry;

/** Former English headings of files, and the fields that they name. */
const former = [
  [admission, 'Subjects wanted', 'subjectRequire'],
  [admission, 'English wanted', 'englishMin'],
  [admission, 'Chinese wanted', 'chineseMin'],
  [admission, 'Lowest score put before', 'archiveMinScore'],
  [admission, 'Lowest rank put before', 'archiveMinRank'],
  [occupation, 'Skills wanted', 'skill'],
  [schoolStat, 'Put before the school', 'archiveNum'],
  [archive, 'Put before the school', 'archiveNum'],
  [segment, 'In this segment', 'sameNum'],
  [segment, 'Down to here', 'totalNum'],
  [batch, 'Wishes', 'voluntaryNum'],
  [batch, 'Majors of a wish', 'profNum'],
  [batch, 'Wishes from', 'fillStartTime'],
  [batch, 'Wishes until', 'fillEndTime'],
  [mockScore, 'Session', 'infoId'],
  [abroadItem, 'On the shelf', 'upStatus'],
  [lecture, 'On the shelf', 'upStatus'],
] as const;

test('a file that was exported under former English headings still finds its fields', () => {
  for (const [dataset, heading, name] of former) {
    const { fields, unknown } = mapHeaders(dataset, 'import', [heading], {});
    expect([...fields.values(), ...unknown]).toEqual([name]);
    expect(dataset.fields[name as keyof typeof dataset.fields]).not.toMatchObject({ label: { en: heading } });
  }
  expect(mapHeaders(admission, 'import', ['Not scaled'], {}).unknown).toEqual([]);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { xlsxParts } from '../../../excel/testing/xlsx.ts';
import { zipOf } from '../../../excel/testing/zip.ts';
import { FairTurns } from '../../../platform/fair-turns.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { upload, writeSheet } from '../../testing/workbooks.ts';

const { region } = registry;

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person(), other: person({ userId: 2, userName: 'other' }) });
});
afterAll(() => app.close());

const preview = async (who: string, filePath: string) =>
  (
    await app.call(who, 'POST', '/api/base/import/preview', {
      tableId: region.tableId,
      filePath,
      originName: 'a.xlsx',
    })
  ).status;

test('a colleague sees a file at once while somebody has dozens looked at that take long', async () => {
  const strings = Array.from({ length: 400_000 }, (_, n) => `<si><t>第${n}条说明文字</t></si>`).join('');
  const path = join(app.dataDir, 'long.xlsx');
  await writeFile(path, zipOf(xlsxParts({ rows: '<row><c t="s"><v>399999</v></c></row>', strings })));
  const long = await upload(app, path, 2);
  const short = await upload(app, await writeSheet(app, ['地区'], [['华东']]));
  let looked = 0;
  const statuses = Array.from({ length: 24 }, async () => {
    const status = await preview('other', long);
    if (status !== 429) looked += 1;
    return status;
  });
  expect(await preview('admin', short)).toBe(200);
  expect(looked).toBeLessThan(6);
  const all = await Promise.all(statuses);
  // One is running and five are waiting; the others are asked to retry.
  expect(all.filter(status => status === 200)).toHaveLength(6);
  expect(all.filter(status => status === 429)).toHaveLength(18);
  expect(await preview('other', long)).toBe(200);
});

test('turns go to the person with fewest under way, in the order of asking among equals', async () => {
  const turns = new FairTurns({ places: 3, perPerson: 2, waitingPerPerson: 3 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (of: number, name: string) =>
    turns.take(of, () => {
      begun.push(name);
      return new Promise<void>(end => ends.push(end));
    });
  const asked = [
    ask(1, 'a1'),
    ask(1, 'a2'),
    ask(1, 'a3'),
    ask(1, 'a4'),
    ask(2, 'b1'),
    ask(2, 'b2'),
    ask(3, 'c1'),
  ];
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await expect(Promise.all([ask(1, 'a5'), ask(1, 'a6')])).rejects.toMatchObject({ code: 'tooManyRequests' });
  while (ends.length > 0) {
    ends.shift()?.();
    // One turn of the event loop lets the next one start.
    await new Promise(setImmediate);
  }
  await Promise.all(asked);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5']);
});

test('a turn that fails gives its place back', async () => {
  const turns = new FairTurns({ places: 1, perPerson: 1, waitingPerPerson: 1 });
  await expect(turns.take(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take(1, async () => 'yes')).toBe('yes');
});

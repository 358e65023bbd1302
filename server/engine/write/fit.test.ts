import { datasets } from '@yikao/model/contexts/datasets.ts';
import type { Issue } from '@yikao/model/kernel/validate/issues.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrated } from '../../testing/database.ts';
import { readOnlyKind } from '../scope/scope.ts';
import { openTestApp, person, type TestApp } from '../testing/app.ts';
import { fitChange, fitNew, fittingOf } from './fit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(migrated, {});
});
afterAll(() => app.close());

test.each([
  ['a partner', person({ userId: 900_000, partnersIds: [900_000] })],
  ['a province', person({ userId: 900_001, provinceId: 900_001 })],
  ['an agency', person({ userId: 900_002, partnersIds: [900_000], agentId: 900_002 })],
])(
  'rows that people of %s only look at are refused by the write itself, whatever call it comes from',
  (_, actor) => {
    const looked = datasets.filter(dataset => readOnlyKind(dataset, actor) !== undefined);
    expect(looked.length).toBeGreaterThan(10);
    for (const dataset of looked) {
      const fitting = fittingOf(app.engine, dataset, { actor, now: new Date() });
      const [added, changed]: [Issue[], Issue[]] = [[], []];
      fitNew(fitting, { [dataset.key]: 1 }, added);
      fitChange(fitting, 1, {}, {}, changed);
      for (const issues of [added, changed])
        expect(issues, dataset.name).toContainEqual(
          expect.objectContaining({ field: dataset.key, code: 'outOfScope' }),
        );
    }
  },
);

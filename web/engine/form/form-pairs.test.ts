import { datasets, registry } from '@yikao/model/contexts/datasets.ts';
import { describe, expect, test } from 'vitest';
import { linesOf, pairsIn } from './form-pairs.ts';

const groupsOf = (dataset: (typeof datasets)[number]) => dataset.form.map(({ fields }) => fields);
const never = () => false;

describe('forms', () => {
  test('have the start and the end of every period on one line', () => {
    const apart = datasets.flatMap(dataset =>
      groupsOf(dataset).flatMap(names => {
        const pairs = pairsIn(dataset, names).map(String);
        return names.flatMap(name => {
          const end = name.replace('Start', 'End').replace(/^start/, 'end');
          const isPeriod = end !== name && names.includes(end);
          return isPeriod && !pairs.includes(`${name},${end}`) ? [`${dataset.name}: ${name}, ${end}`] : [];
        });
      }),
    );
    expect(apart).toEqual([]);
  });

  test('have each field in one pair at most', () => {
    for (const dataset of datasets)
      for (const names of groupsOf(dataset)) {
        const paired = pairsIn(dataset, names).flat();
        expect(new Set(paired).size, dataset.name).toBe(paired.length);
      }
  });

  test('have least and most, and a city with its province, on one line', () => {
    const pairs = (dataset: (typeof datasets)[number]) =>
      groupsOf(dataset).flatMap(names => pairsIn(dataset, names).map(String));
    expect(pairs(registry.salary)).toContain('salaryMin,salaryMax');
    expect(pairs(registry.agent)).toContain('provinceId,cityId');
  });
});

describe('the lines of a group', () => {
  test('leave no gap before a pair, and miss no field', () => {
    expect(linesOf(['a', 'start', 'end', 'b', 'c'], [['start', 'end']], never)).toEqual([
      ['a', 'b'],
      ['start', 'end'],
      ['c'],
    ]);
  });

  test('give a wide field a line', () => {
    expect(linesOf(['a', 'wide', 'b', 'c'], [], name => name === 'wide')).toEqual([
      ['a', 'b'],
      ['wide'],
      ['c'],
    ]);
  });

  test('show half of a pair where the other one is no part of the row', () => {
    expect(linesOf(['end', 'b'], [['start', 'end']], never)).toEqual([['end'], ['b']]);
  });
});

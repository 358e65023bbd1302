import { datasets } from '@yikao/model/contexts/datasets.ts';
import { fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import { describe, expect, test } from 'vitest';
import { sectionMax, sectionsMax, sectionsOf } from './row-sections.ts';

describe.each(datasets.map(dataset => [dataset.name, dataset] as const))(
  'the details of %s',
  (_, dataset) => {
    const sections = sectionsOf(dataset);
    const told = [...Object.keys(dataset.fields), ...Object.keys(systemFields)].filter(name => {
      const field = fieldOf(dataset, name);
      return field !== undefined && field.private !== true;
    });

    test('show every field once, in sections that are read at a glance', () => {
      expect(sections.flatMap(({ names }) => names).toSorted()).toEqual(told.toSorted());
      const long = sections.filter(({ names }) => names.length > sectionMax);
      expect(long.map(({ title, names }) => [title, names.length])).toEqual([]);
      if (told.length > 15) expect(sections.length).toBeGreaterThanOrEqual(3);
      const texts = dataset.form.filter(({ as }) => as === 'tab').map(({ label }) => label);
      const short = sections.filter(({ title }) => title !== 'record' && !texts.some(text => text === title));
      expect(short.length).toBeLessThanOrEqual(sectionsMax);
    });
  },
);

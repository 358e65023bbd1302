import { expect, test } from 'vitest';
import { datasets, registry } from '../../contexts/datasets.ts';
import { type Field, refNameKey } from '../../kernel/field.ts';
import { namedKinds, nameOfRow, tellingFields } from './row-name.ts';

/** A row with the required fields alone, as a client reads it. */
function leastRow(fields: Readonly<Record<string, Field>>): Record<string, unknown> {
  const values = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    if (field.kind === 'id') return [[name, 7]];
    if (!field.required) return [];
    if (field.kind === 'ref') {
      return [
        [name, 3],
        [refNameKey(name), `的${field.label.zh}`],
      ];
    }
    if (field.kind === 'code') return [[name, field.of.items[0]?.code]];
    if (field.kind === 'integer' || field.kind === 'year') return [[name, 2026]];
    return [[name, field.label.zh]];
  });
  return Object.fromEntries(values);
}

test.each(datasets.map(dataset => [dataset.name, dataset] as const))(
  'a row of %s has a name, however little of it is filled in',
  (_, dataset) => {
    const told = tellingFields(dataset).filter(name => namedKinds.has(dataset.fields[name]?.kind ?? 'json'));
    // A row whose parts are all optional has one of them, whichever it is.
    const filled = told.some(name => dataset.fields[name]?.required) ? [] : told.slice(0, 1);
    const row = leastRow({
      ...dataset.fields,
      ...Object.fromEntries(filled.map(name => [name, { ...dataset.fields[name], required: true } as Field])),
    });
    for (const language of ['zh', 'en'] as const)
      expect(nameOfRow(dataset, row, language), language).not.toMatch(/^ID |^$/);
  },
);

test('a record of a chance is called by its candidate, school and programme', () => {
  const row = { id: 1, userName: '李雨桐', schoolName: '湖南师范大学', admissionName: '美术学' };
  expect(nameOfRow(registry.probRecord, row, 'zh')).toBe('李雨桐 湖南师范大学 美术学');
});

test('a viewing of a live room is called by its room and minute', () => {
  const row = { id: 1, liveName: '湖南艺考志愿答疑', startTime: '2026-05-01 19:00:00' };
  expect(nameOfRow(registry.liveSession, row, 'zh')).toBe('湖南艺考志愿答疑 2026-05-01 19:00');
});

import { z } from 'zod';
import { schoolTags } from './data/dictionary.ts';
import { readTable } from './table.ts';
import type { SchoolSeed } from './types.ts';

const columns = [
  'schoolNo',
  'schoolName',
  'formerName',
  'cityId',
  'schoolLevel',
  'nature',
  'tags',
  'belong',
  'siteUrl',
] as const;

const blankIsNull = z.string().transform(text => (text === '' ? null : text));
const line = z.object({
  schoolNo: z.string().regex(/^1\d{4}$/),
  schoolName: z.string().min(4).max(64),
  formerName: blankIsNull,
  cityId: z.coerce.number().int().min(110_000).max(699_999),
  schoolLevel: z.coerce.number().pipe(z.literal([1, 2])),
  nature: z.coerce.number().pipe(z.literal([1, 2, 3, 4])),
  tags: z
    .string()
    .transform(text => (text === '' ? [] : text.split(',')))
    .pipe(z.array(z.enum(schoolTags))),
  belong: blankIsNull,
  siteUrl: blankIsNull.pipe(z.url({ protocol: /^https$/ }).nullable()),
});

/**
 * Schools with arts programmes (domain C1, 7.3), by province and number.
 *
 * @throws Error or ZodError when `data/schools.tsv` is damaged.
 */
export function readSchools(): SchoolSeed[] {
  return readTable(new URL('./data/schools.tsv', import.meta.url), columns).map(cells => {
    const school = line.parse(cells);
    return { ...school, provinceId: Math.floor(school.cityId / 10_000) * 10_000 };
  });
}

import { z } from 'zod';
import { readTable } from './table.ts';
import type { CitySeed } from './types.ts';

/** Columns of `data/cities.tsv`, which `generate-cities.ts` writes and {@link readCities} reads. */
export const cityColumns = ['code', 'level', 'parentCode', 'cityName'] as const;

const code = z.coerce.number().int().min(100_000).max(999_999);
const line = z.object({
  code,
  level: z.enum(['1', '2', '3']),
  parentCode: z.union([z.literal('0').transform(() => 0), code]),
  cityName: z.string().min(1).max(32),
});

const levels = { '1': 1, '2': 2, '3': 3 } as const;

/**
 * Every place of the tree of cities (domain B2), province level first, in the order of the codes.
 * The province of a place is in the first two digits of its code; 90 is abroad.
 *
 * @throws Error or ZodError when the file is damaged.
 */
export function readCities(): CitySeed[] {
  return readTable(new URL('./data/cities.tsv', import.meta.url), cityColumns).map(cells => {
    const place = line.parse(cells);
    const level = levels[place.level];
    return {
      code: place.code,
      cityName: place.cityName,
      cityId: level === 1 ? null : level === 2 ? place.code : place.parentCode,
      provinceId: Math.floor(place.code / 10_000) * 10_000,
      level,
      parentCode: place.parentCode,
    };
  });
}

import { type Issue, issue } from '@yikao/model/kernel/validate/issues.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../engine/table/sql.ts';

/** A change of a row with places; those of a new row are not taken yet. */
interface QuotaChange {
  readonly key?: number | undefined;
  readonly values: { readonly quota?: number | null };
}

/**
 * Refuses numbers of places below those that are taken; 0 means no bound. `taken` is the query of the places that are
 * taken of these rows, with the columns `key` and `taken`. The rows are locked, as they are by all who take a place.
 */
export async function quotaIssues(
  db: Db,
  changes: readonly QuotaChange[],
  taken: (keys: readonly number[]) => RawBuilder<unknown>,
): Promise<Issue<'quota'>[][]> {
  const keys = changes.flatMap(({ key, values }) => (key !== undefined && values.quota ? [key] : []));
  const found =
    keys.length === 0
      ? []
      : (
          await sql<{
            key: number;
            taken: number;
          }>`select key, taken::integer from (${taken(keys)}) as t`.execute(db)
        ).rows;
  const takenOf = new Map(found.map(one => [one.key, one.taken]));
  return changes.map(({ key, values }) => {
    const held = takenOf.get(key ?? 0) ?? 0;
    if (key === undefined || !values.quota || values.quota >= held) return [];
    const why = {
      zh: `已占用 ${held} 个名额，不能少于此数`,
      en: `${held} places are taken: it cannot be fewer`,
    };
    return [issue('quota', 'rule', why)];
  });
}

import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { type RawBuilder, sql } from 'kysely';

/** The size of a stored picture on `alias`, joined by its path. */
export function pictureSize(alias: string, path: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join t_upload_file as ${sql.id(alias)} on ${sql.ref(`${alias}.path`)} = ${path}`;
}

/** The earliest of the instants that are still to come. */
export function nextOf(now: Date, instants: readonly (Date | null | undefined)[]): Date | undefined {
  const coming = instants.filter(instant => instant != null).filter(instant => instant > now);
  return coming.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

/** The beginning of the next day in Asia/Shanghai, when pages that depend on the day change. */
export function nextDay(now: Date): Date {
  const dayMs = 86_400_000;
  return new Date(shanghaiInstant(`${shanghaiTime(now).slice(0, 10)} 00:00:00`).getTime() + dayMs);
}

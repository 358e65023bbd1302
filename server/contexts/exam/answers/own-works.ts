import { sql } from 'kysely';
import type { Db } from '../../../engine/table/sql.ts';

/** A picture that a candidate names. */
export interface NamedWork {
  readonly applyId: number;
  readonly path: string;
}

/** The paths of a value that an app sends: a list, or a text with commas. */
export function pathsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [];
  return parts.map(path => path.trim()).filter(path => path !== '');
}

/**
 * Finds which of the pictures each candidate has uploaded, and returns the test for one of them. An app saves with all
 * rights, so a path that somebody else uploaded must not become the candidate's, whose row would show it to others.
 */
export async function ownWorks(db: Db, named: readonly NamedWork[]): Promise<(work: NamedWork) => boolean> {
  const keyOf = ({ applyId, path }: NamedWork) => `${applyId} ${path}`;
  if (named.length === 0) return () => false;
  const found = await sql<NamedWork>`
    select distinct w.apply_id, w.path from t_exam_work as w
      join unnest(${named.map(({ applyId }) => applyId)}::bigint[], ${named.map(({ path }) => path)}::text[])
        as given(apply_id, path) on given.apply_id = w.apply_id and given.path = w.path`.execute(db);
  const own = new Set(found.rows.map(keyOf));
  return work => own.has(keyOf(work));
}

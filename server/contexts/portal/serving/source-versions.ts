import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Db } from '../../../engine/table/sql.ts';

/** The tables that public pages are made of, by the name under which their changes are noted (migration 0074). */
export type Source =
  | 'website'
  | 'config'
  | 'province'
  | 'column'
  | 'article'
  | 'carousel'
  | 'appMenu'
  | 'goods'
  | 'partners'
  | 'jointCategory'
  | 'batch'
  | 'score'
  | 'guideInfo'
  | 'scheduleExam'
  | 'abroad';

/** Milliseconds for which a node does not ask again whether rows have changed; a change is seen that much later. */
const askedMs = 1_000;

/** Noted changes above which old notes are removed, and those that are kept then. */
const notes = { most: 2_000, kept: 200 } as const;

/** The versions of the sources of public pages. */
export interface SourceVersions {
  /** The versions of these sources together: another text once a row of one has changed on any node. */
  of(sources: readonly Source[]): Promise<string>;
}

async function read(db: Db): Promise<ReadonlyMap<string, string>> {
  const found = await sql<{ source: string; notes: number; version: string; last: number }>`
    select source, count(*)::integer as notes, count(*) || '.' || sum(change_id) as version, max(change_id) as last
    from yikao_public_change group by source`.execute(db);
  const all = found.rows.reduce((sum, row) => sum + row.notes, 0);
  if (all > notes.most) {
    const last = Math.max(...found.rows.map(row => row.last));
    await sql`delete from yikao_public_change where change_id <= ${last - notes.kept}`.execute(db);
  }
  return new Map(found.rows.map(({ source, version }) => [source, version]));
}

/**
 * Reads the versions of the sources, at most once a second for all pages of a node. Each change is a separate row, so
 * that writers never wait for each other; count and sum of their numbers change with each row that becomes visible,
 * in whatever order transactions end.
 */
export function createSourceVersions({ db, clock }: Pick<Engine, 'db' | 'clock'>): SourceVersions {
  let asked: { readonly at: number; readonly versions: Promise<ReadonlyMap<string, string>> } | undefined;
  return {
    async of(sources) {
      const now = clock.now().getTime();
      // A clock that was set back must not keep an answer for longer.
      if (!asked || Math.abs(now - asked.at) >= askedMs) {
        const asking = { at: now, versions: read(db) };
        asked = asking;
        asking.versions.catch(() => {
          if (asked === asking) asked = undefined;
        });
      }
      const versions = await asked.versions;
      return sources.map(source => versions.get(source) ?? '').join(' ');
    },
  };
}

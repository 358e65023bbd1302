import type { Page } from '@yikao/model/calls/envelope.ts';
import { strongerFirst } from '@yikao/model/contexts/voluntary/rules/voluntary-list.ts';
import type { ListProgramme } from '@yikao/model/contexts/voluntary/voluntary.calls.ts';
import type { Band } from '@yikao/model/rules/probability.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { PageAsked } from '../../../engine/read/paging.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { containsWords } from '../../../engine/search/search-text.ts';
import { allOf } from '../../../engine/table/sql.ts';
import { storableText } from '../../../engine/write/storable.ts';
import { readHead } from './list-head.ts';
import { type ProgrammeFilter, toldOf, type Weighed, weighProgrammes } from './programmes.ts';

/** The filters for programmes. */
export interface CandidateFilter {
  readonly keywords: string;
  readonly schoolId?: number | undefined;
  readonly schoolProvinceId?: number | undefined;
  readonly schoolLevel?: number | undefined;
  readonly level?: Band | undefined;
  /** 1 also for programmes whose required subjects do not fit. */
  readonly unfit?: number | undefined;
}

/** The numbers of programmes in each band, and of unknown probability. */
export type BandCounts = Record<Band | 'unknown', number>;

/** Boldest first, hopeless ones after the attainable, unknown ones last. */
const order: Readonly<Record<Band | 'unknown', number>> = { 冲: 0, 稳: 1, 保: 2, 难: 3, unknown: 4 };

/** A page of the programmes that a list may be filled with, by band and probability. Throws `notFound`. */
export async function candidatesOf(
  engine: Engine,
  actor: Actor,
  listId: number,
  filter: CandidateFilter,
  { current, size }: PageAsked,
): Promise<Page<ListProgramme> & { bands: BandCounts; unfit: number }> {
  const head = await readHead(engine, engine.db, actor, listId);
  const all = await weighProgrammes(engine.db, head, conditionOf(filter));
  const found = filter.unfit === 1 ? all : all.filter(({ reason }) => reason !== 'subjects');
  const bands: BandCounts = { 难: 0, 冲: 0, 稳: 0, 保: 0, unknown: 0 };
  for (const { level } of found) bands[level ?? 'unknown'] += 1;
  const wanted = filter.level === undefined ? found : found.filter(({ level }) => level === filter.level);
  wanted.sort(byBand);
  const from = (current - 1) * size;
  return {
    records: await toldOf(engine.db, head, wanted.slice(from, from + size)),
    total: wanted.length,
    current,
    size,
    bands,
    unfit: all.filter(({ reason }) => reason === 'subjects').length,
  };
}

function byBand(one: Weighed, other: Weighed): number {
  return order[one.level ?? 'unknown'] - order[other.level ?? 'unknown'] || strongerFirst(one, other);
}

function conditionOf(filter: CandidateFilter): ProgrammeFilter {
  const { schoolId, schoolProvinceId, schoolLevel } = filter;
  const keywords = storableText(filter.keywords);
  return allOf([
    ...(keywords === ''
      ? []
      : [
          sql<SqlBool>`(${containsWords(sql`s.school_name`, keywords, sql`s.school_name_search`)}
            or ${containsWords(sql`d.sch_prof_name`, keywords, sql`d.sch_prof_name_search`)}
            or ${containsWords(sql`d.group_name`, keywords)} or yikao_group_number(d.group_no) = yikao_group_number(${keywords}) or d.school_no = ${keywords} or s.school_no = ${keywords}
            or d.prof_no = ${keywords})`,
        ]),
    ...(schoolId === undefined ? [] : [sql<SqlBool>`d.school_id = ${schoolId}`]),
    ...(schoolProvinceId === undefined ? [] : [sql<SqlBool>`s.province_id = ${schoolProvinceId}`]),
    ...(schoolLevel === undefined ? [] : [sql<SqlBool>`s.school_level = ${schoolLevel}`]),
  ]);
}

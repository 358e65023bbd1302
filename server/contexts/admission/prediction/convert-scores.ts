import { type Converted, predictionCalls } from '@yikao/model/contexts/admission/prediction.calls.ts';
import {
  lastTotal,
  likeTables,
  rankOfScore,
  scaleBetween,
  scaledRank,
  scoreOfRank,
} from '@yikao/model/contexts/admission/rules/segments.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import type { Db } from '../../../engine/table/sql.ts';
import {
  type FoundTable,
  findTable,
  readCategoryChain,
  readCompetitors,
  soundTable,
  type TableAsked,
  withTotal,
} from './segment-tables.ts';

/** Tables are requested by province: one out of the person's reach is refused at its field. */
export function assertProvince(actor: Actor, provinceId: number): void {
  if (actor.provinceId !== null && actor.provinceId !== provinceId)
    throw failure('invalidFields', { issues: [issue('provinceId', 'outOfScope')] });
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));

/** The rank of a score or the score of a rank, optionally converted to another year (domain 4.6). */
async function convert(
  db: Db,
  asked: TableAsked,
  given: {
    readonly score?: string | undefined;
    readonly rank?: number | undefined;
    readonly toYear?: number | undefined;
  },
): Promise<Converted> {
  const own = await findTable(db, asked);
  const found = soundTable(own);
  const score = given.score ?? (found && given.rank ? scoreOfRank(found.table, given.rank) : null);
  const rank = given.rank ?? (found && score !== null ? rankOfScore(found.table, score) : null);
  const other =
    given.toYear === undefined ? undefined : await equivalentIn(db, asked, found, rank, given.toYear);
  return {
    table: found ? { jointCategoryId: found.jointCategoryId, aos: found.aos } : null,
    broken: own?.sound === false || other?.broken === true,
    score: numberOf(score),
    rank,
    lastTotal: found ? lastTotal(found.table) : null,
    equivalent: other?.equivalent ?? null,
  };
}

async function equivalentIn(
  db: Db,
  asked: TableAsked,
  found: FoundTable | undefined,
  rank: number | null,
  toYear: number,
): Promise<Pick<Converted, 'equivalent' | 'broken'>> {
  const chain = await readCategoryChain(db, asked.provinceId);
  const jointCategoryId = chain(asked.jointCategoryId, asked.dataYear, toYear);
  const there = { ...asked, dataYear: toYear, jointCategoryId };
  const toTable = await findTable(db, there);
  const other = soundTable(toTable);
  const competitors = await readCompetitors(db, asked.provinceId, [asked, there]);
  const scale = scaleBetween(
    withTotal(competitors.get(asked.dataYear), found),
    withTotal(competitors.get(toYear), other),
  );
  // A rank past the end of the table has no equivalent in the other one.
  const known = rank !== null && rank <= ((found && lastTotal(found.table)) ?? 0);
  const scaled = known ? scaledRank(rank, scale) : null;
  const equivalent = {
    dataYear: toYear,
    table: other ? { jointCategoryId: other.jointCategoryId, aos: other.aos } : null,
    rank: scaled,
    score: numberOf(other && scaled !== null ? scoreOfRank(other.table, scaled) : null),
    basis: scale?.basis ?? null,
    of: scale?.of ?? null,
    unscaled: toYear !== asked.dataYear && scale === null,
    unlike: found !== undefined && other !== undefined && !likeTables(found, other),
    from: scale?.from ?? null,
    to: scale?.to ?? null,
  };
  return { equivalent, broken: toTable?.sound === false };
}

/** Handles the further calls of segments. */
export function segmentRoutes(app: FastifyInstance, { db }: Engine): void {
  handle(app, predictionCalls.segmentRank, async ({ actor, query: { score, rank, toYear, ...asked } }) => {
    assertProvince(actor, asked.provinceId);
    return convert(db, asked, { score, rank, toYear });
  });
  handle(app, predictionCalls.segmentChart, async ({ actor, query }) => {
    assertProvince(actor, query.provinceId);
    const found = await findTable(db, query);
    return {
      table: found ? { jointCategoryId: found.jointCategoryId, aos: found.aos } : null,
      points: (found?.table.scores ?? []).map((score, index) => ({
        score: score / 100,
        sameNum: found?.same[index] ?? 0,
        totalNum: found?.table.totals[index] ?? 0,
      })),
    };
  });
}

import { type Converted, predictionCalls } from '@yikao/model/calls/prediction.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import {
  lastTotal,
  rankOfScore,
  scaleBetween,
  scaledRank,
  scoreOfRank,
} from '@yikao/model/rules/segments.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Db } from '../../engine/sql.ts';
import { type FoundTable, findTable, readCompetitors, type TableAsked, withTotal } from './segment-tables.ts';

/** Tables are asked for by province: one outside of the person's reach is refused by name. */
export function assertProvince(actor: Actor, provinceId: number): void {
  if (actor.provinceId !== null && actor.provinceId !== provinceId)
    throw failure('invalidFields', { issues: [issue('provinceId', 'outOfScope')] });
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));

/** The rank of a score or the score of a rank, and, where a year is given, in that one (domain 4.6). */
async function convert(
  db: Db,
  asked: TableAsked,
  given: {
    readonly score?: string | undefined;
    readonly rank?: number | undefined;
    readonly toYear?: number | undefined;
  },
): Promise<Converted> {
  const found = await findTable(db, asked);
  const score = given.score ?? (found && given.rank ? scoreOfRank(found.table, given.rank) : null);
  const rank = given.rank ?? (found && score !== null ? rankOfScore(found.table, score) : null);
  return {
    table: found ? { jointCategoryId: found.jointCategoryId, aos: found.aos } : null,
    score: numberOf(score),
    rank,
    lastTotal: found ? lastTotal(found.table) : null,
    equivalent: given.toYear === undefined ? null : await equivalentIn(db, asked, found, rank, given.toYear),
  };
}

async function equivalentIn(
  db: Db,
  asked: TableAsked,
  found: FoundTable | undefined,
  rank: number | null,
  toYear: number,
): Promise<Converted['equivalent']> {
  const other = await findTable(db, { ...asked, dataYear: toYear });
  const competitors = await readCompetitors(db, asked, [asked.dataYear, toYear]);
  const scale = scaleBetween(
    withTotal(competitors.get(asked.dataYear), found),
    withTotal(competitors.get(toYear), other),
  );
  // What lies past the table has no place in the other one either.
  const known = rank !== null && rank <= ((found && lastTotal(found.table)) ?? 0);
  const scaled = known ? scaledRank(rank, scale) : null;
  return {
    dataYear: toYear,
    rank: scaled,
    score: numberOf(other && scaled !== null ? scoreOfRank(other.table, scaled) : null),
    basis: scale?.basis ?? null,
    from: scale?.from ?? null,
    to: scale?.to ?? null,
  };
}

/** Handles the calls of segments beside those of every dataset. */
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

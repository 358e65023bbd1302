import { probMethod } from '@yikao/model/contexts/admission/admission.codes.ts';
import { type Chance, predictionCalls } from '@yikao/model/contexts/admission/prediction.calls.ts';
import { predictRanks } from '@yikao/model/contexts/admission/prediction.jobs.ts';
import {
  type Candidate,
  type CandidateChance,
  chanceOf,
  segmentKindOf,
} from '@yikao/model/contexts/admission/rules/chance.ts';
import { type LineSpread, spreadOf } from '@yikao/model/contexts/admission/rules/line-spread.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import { startFeatureJob } from '../../../engine/jobs/feature/start-feature-job.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { allOf, type Db } from '../../../engine/table/sql.ts';
import { type FoundProgramme, loadChanceWorld, programmeColumns } from './chance-world.ts';
import { assertProvince } from './convert-scores.ts';
import { pastLines } from './past-lines.ts';
import { type PredictedYear, predictionState } from './prediction-figure.ts';
import { PredictionWorld, type ProgrammeYear, programmeYearColumns } from './programmes.ts';

/**
 * The candidate's probability for a programme within the actor's reach, based on freshly read data. Throws `notFound`
 * for any other programme.
 */
async function chanceFor(
  db: Db,
  actor: Actor,
  dataId: number,
  candidate: Candidate,
): Promise<CandidateChance & { readonly spread: LineSpread | null; readonly year: PredictedYear }> {
  const found = await sql<FoundProgramme>`
    select ${programmeColumns} from t_admission as d
    where ${allOf([
      sql<SqlBool>`d.data_id = ${dataId} and not d.deleted`,
      scopeCondition(registry.admission, actor, 'd'),
    ])}`.execute(db);
  const [programme] = found.rows;
  if (!programme) throw failure('notFound');
  const kind = segmentKindOf(programme.scoreType);
  const [world, before, lines] = await Promise.all([
    loadChanceWorld(db, programme, kind === undefined ? [] : [kind]),
    lastYearsLine(db, programme),
    pastLines(db, programme, [dataId]),
  ]);
  const chance = chanceOf(world, programme, candidate, before);
  const { at, tested, method } = chance;
  const year = { provinceId: programme.provinceId, dataYear: programme.dataYear };
  return {
    ...chance,
    year,
    spread: spreadOf(lines.get(dataId) ?? [], { at, tested, byRank: method !== probMethod.is.score }),
  };
}

/** Last year's line, for a programme without one. */
async function lastYearsLine(db: Db, programme: FoundProgramme) {
  const { archiveMinScore, predictScore, admitMinScore, archiveMinRank, predictRank, admitMinRank } =
    programme;
  const hasScore = archiveMinScore ?? predictScore ?? admitMinScore;
  if (hasScore !== null && (archiveMinRank ?? predictRank ?? admitMinRank) !== null) return {};
  const found = await sql<ProgrammeYear>`
    select ${programmeYearColumns} from t_admission as d join t_admission as own on own.data_id = ${programme.dataId}
    where d.school_id = own.school_id and d.province_id = own.province_id
      and yikao_fold(d.sch_prof_name) = yikao_fold(own.sch_prof_name)
      and d.data_year between own.data_year - 1 and own.data_year and not d.deleted`.execute(db);
  const world = await PredictionWorld.load(db, programme.dataYear, programme.provinceId);
  await world.prepare(db, found.rows);
  const row = found.rows.find(one => one.dataId === programme.dataId);
  return row ? world.equivalent(row, found.rows) : {};
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));

/** Handles the probability of a programme, and starts the run of predictions over a province. */
export function chanceRoutes(app: FastifyInstance, engine: Engine): void {
  handle(
    app,
    predictionCalls.probability,
    async ({ actor, body: { dataId, ...candidate } }): Promise<Chance> => {
      const {
        standing: _,
        at: _at,
        year,
        ...chance
      } = await chanceFor(engine.db, actor, dataId, {
        cultureScore: candidate.cultureScore ?? null,
        profScore: candidate.profScore ?? null,
        schoolScore: candidate.schoolScore ?? null,
        schoolFull: candidate.schoolFull ?? null,
        schoolPass: candidate.schoolPass ?? null,
        englishScore: candidate.englishScore ?? null,
        chineseScore: candidate.chineseScore ?? null,
        rank: candidate.rank ?? null,
        subjects: candidate.subjects ?? null,
      });
      return {
        ...chance,
        lineOutdated: chance.lineSource === 'predicted' && (await predictionState(engine.db, year)).outdated,
        missed: [...chance.missed],
        unchecked: [...chance.unchecked],
        compositeScore: numberOf(chance.compositeScore),
      };
    },
  );
  handle(app, predictionCalls.predictionState, async ({ actor, query }) => {
    assertProvince(actor, query.provinceId);
    const { madeTime, outdated } = await predictionState(engine.db, query);
    return { madeTime: madeTime && shanghaiTime(madeTime), outdated };
  });
  handle(app, predictionCalls.predictRanks, async ({ actor, body }) => {
    assertProvince(actor, body.provinceId);
    return startFeatureJob(engine, predictRanks, actor, body);
  });
}

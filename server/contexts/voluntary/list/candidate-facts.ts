import type { Candidate, SegmentKind } from '@yikao/model/contexts/admission/rules/chance.ts';
import { foldText } from '@yikao/model/rules/compare-text.ts';
import { type RawBuilder, sql } from 'kysely';

/** A result of a candidate in a school's exam (domain 0.7, 23). */
export interface SchoolExam {
  readonly schoolId: number;
  /** Null if it counts for all majors of the school. */
  readonly profName: string | null;
  readonly score: string | null;
  readonly fullScore: string | null;
  readonly passScore: string | null;
  /** A code of `schoolExamResult`. */
  readonly resultFlag: number;
}

/** Scores and facts of a candidate from which probabilities are calculated. */
export interface CandidateFacts {
  readonly aos: number;
  readonly cultureScore: string | null;
  readonly profScore: string | null;
  readonly englishScore: string | null;
  readonly chineseScore: string | null;
  readonly compositeScore: string | null;
  readonly cultureRank: number | null;
  readonly profRank: number | null;
  readonly compositeRank: number | null;
  /** Codes of `subject`; null if unknown. */
  readonly subjects: readonly number[] | null;
  readonly schoolExams: readonly SchoolExam[];
}

/** Columns of `t_wish_user`, aliased as `u`, with the facts that its row and its school exams hold. */
export function profileColumns(dataYear: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`u.english_score, u.chinese_score, u.subjects, coalesce((
    select jsonb_agg(jsonb_build_object('schoolId', e.school_id, 'profName', e.prof_name, 'score', e.score::text,
      'fullScore', e.full_score::text, 'passScore', e.pass_score::text, 'resultFlag', e.result_flag) order by e.id)
    from t_user_exam_score as e
    where e.user_id = u.user_id and e.data_year = ${dataYear} and not e.deleted), '[]') as school_exams`;
}

/** The exam of a school that counts for a programme: that of its major, else that of all majors. */
function examFor(
  exams: readonly SchoolExam[],
  { schoolId, profName }: { readonly schoolId: number; readonly profName: string },
): number {
  const wanted = foldText(profName);
  const exact = exams.findIndex(
    one => one.schoolId === schoolId && one.profName !== null && foldText(one.profName) === wanted,
  );
  return exact >= 0 ? exact : exams.findIndex(one => one.schoolId === schoolId && one.profName === null);
}

/**
 * The candidate as one who is ranked by a kind of score, with the result of the exam of a programme's school. The same
 * object is given for all programmes of a kind and exam, so that scores are calculated once.
 */
export function candidatesOf(
  of: CandidateFacts,
): (
  kind: SegmentKind | undefined,
  programme?: { readonly schoolId: number; readonly profName: string },
) => Candidate {
  const { aos, subjects, cultureScore, profScore, englishScore, chineseScore, compositeScore } = of;
  const scores = { aos, subjects, cultureScore, profScore, englishScore, chineseScore, compositeScore };
  const ranks: Readonly<Record<SegmentKind, number | null>> = {
    1: of.compositeRank,
    2: of.cultureRank,
    3: of.profRank,
  };
  const made = new Map<string, Candidate>();
  return (kind, programme) => {
    const at = programme ? examFor(of.schoolExams, programme) : -1;
    const name = `${kind ?? 0} ${at}`;
    const exam = of.schoolExams[at];
    const candidate = made.get(name) ?? {
      ...scores,
      ...(kind !== undefined && { rank: ranks[kind] }),
      ...(exam && {
        schoolScore: exam.score,
        schoolFull: exam.fullScore,
        schoolPass: exam.passScore,
        schoolResult: exam.resultFlag,
      }),
    };
    made.set(name, candidate);
    return candidate;
  };
}

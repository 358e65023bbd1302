import { compare } from '../../../rules/money.ts';
import type { MissedGate } from '../../../rules/probability.ts';
import { admitType as admitTypes } from '../admission.codes.ts';
import { meetsSubjects, readSubjectRequire, type TakenSubjects } from './subject-require.ts';

/**
 * Reasons for a probability of 0, for none, or (`pastTable`) for one that is only an upper bound: the score lies below
 * the score table, so that no exact rank is known. `brokenTable`: the table does not add up and is not used. `noRank`:
 * there is no table to read the rank of. `noLine`: the programme has no line at all; `noScoreLine` and `noRankLine`: it
 * has one only of the other kind.
 */
export const chanceReasons = [
  ...(['belowLine', 'subjects', 'schoolExam', 'noScore', 'noLine'] as const),
  ...(['pastTable', 'brokenTable', 'noRank', 'noScoreLine', 'noRankLine'] as const),
] as const;

/** One of {@link chanceReasons}. */
export type ChanceReason = (typeof chanceReasons)[number];

/** The requirements of a programme beside its minimum scores. */
interface RequiringProgramme {
  readonly aos: number;
  /** A code of `admitType`: 2 by the school's exam. */
  readonly admitType: number;
  readonly subjectRequire: string | null;
}

/** The parts of a candidate that these requirements concern. */
interface RequiredOf extends TakenSubjects {
  /** A code of `schoolExamResult`. */
  readonly schoolResult?: number | null;
  readonly schoolScore?: string | null;
  readonly schoolPass?: string | null;
}

/** The required subjects, and the pass of a school's exam, as far as they can be checked (0.7, 23). */
export function requirementGates(
  { admitType, aos, subjectRequire }: RequiringProgramme,
  candidate: RequiredOf,
): { readonly missed: readonly MissedGate[]; readonly unchecked: readonly MissedGate[] } {
  const subjects = meetsSubjects(readSubjectRequire(subjectRequire, aos), {
    // Without arts or science of one's own, that of the programme is taken, as in the lists of a province.
    aos: candidate.aos ?? aos,
    subjects: candidate.subjects,
  });
  const exam = admitType === admitTypes.is.school ? passesExam(candidate) : 'yes';
  const those = (state: 'no' | 'unknown'): MissedGate[] => [
    ...(subjects === state ? (['subjects'] as const) : []),
    ...(exam === state ? (['schoolExam'] as const) : []),
  ];
  return { missed: those('no'), unchecked: those('unknown') };
}

/**
 * Reports whether a candidate passed the exam of a school: by its result, else by the score and the pass line. A result
 * that the school has not given yet (0) is unknown above the line: schools also pass by rank.
 */
function passesExam({ schoolResult, schoolScore, schoolPass }: RequiredOf): 'yes' | 'no' | 'unknown' {
  if (schoolResult === 1 || schoolResult === 2) return schoolResult === 1 ? 'yes' : 'no';
  if (schoolScore == null || schoolPass == null) return 'unknown';
  if (compare(schoolScore, schoolPass) < 0) return 'no';
  return schoolResult === 0 ? 'unknown' : 'yes';
}

/** The reason for a probability of 0: first that which no score can mend. */
export function reasonOf(missed: readonly MissedGate[]): ChanceReason | undefined {
  if (missed.includes('subjects')) return 'subjects';
  if (missed.includes('schoolExam')) return 'schoolExam';
  return missed.length > 0 ? 'belowLine' : undefined;
}

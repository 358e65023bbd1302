import type { ScoreAnalysis } from '@yikao/model/calls/mock-analysis.ts';
import type { chinese } from '../../i18n/zh-CN.ts';

/** A sentence of advice, by its key among the texts, with what stands in it. */
export interface Advice {
  readonly key: keyof typeof chinese.mock.analysis.say;
  readonly values: Readonly<Record<string, string | number>>;
}

/** A session is off the average where it is so by more than this share of its full mark. */
const noticeable = 0.03;

/** The words of a teacher to the pupil on seeing these marks, the most urgent first; at least one sentence. */
export function adviceFor(
  { all, sessions }: ScoreAnalysis,
  { rankNo, total }: NonNullable<ScoreAnalysis['pupil']>,
): readonly Advice[] {
  const missed = sessions.filter(({ absent, cheated }) => absent || cheated);
  const off = sessions.flatMap(one => {
    if (one.own === null || one.avg === null || Number(one.full) === 0) return [];
    const by = Number(one.own) - Number(one.avg);
    return [
      { subject: one.subjectName, by, far: by / Number(one.full), left: Number(one.full) - Number(one.own) },
    ];
  });
  const weak = off.filter(({ far }) => far < -noticeable).toSorted((one, other) => one.far - other.far);
  const strong = off.filter(({ far }) => far > noticeable).toSorted((one, other) => other.far - one.far);
  const widest = off.toSorted((one, other) => other.left - one.left)[0];
  const subjects = (of: readonly { readonly subject: string }[]) =>
    of.map(({ subject }) => subject).join('、');
  const advice: (Advice | false | undefined)[] = [
    missed.length > 0 && {
      key: 'missed',
      values: { subjects: missed.map(({ subjectName }) => subjectName).join('、') },
    },
    rankNo !== null &&
      all.count > 1 && {
        key: 'standing',
        values: { percent: Math.floor(((all.count - rankNo) / (all.count - 1)) * 100) },
      },
    weak[0] && {
      key: weak.length === 1 ? 'weakOne' : 'weak',
      values: { subjects: subjects(weak), first: weak[0].subject, by: Math.abs(weak[0].by).toFixed(2) },
    },
    strong.length > 0 && { key: 'strong', values: { subjects: subjects(strong) } },
    weak.length === 0 &&
      widest && { key: 'even', values: { subject: widest.subject, left: widest.left.toFixed(2) } },
    rankNo !== null &&
      all.avg !== null &&
      Number(total) < Number(all.avg) && {
        key: 'below',
        values: { by: (Number(all.avg) - Number(total)).toFixed(2) },
      },
  ];
  const said = advice.filter(one => typeof one === 'object');
  return said.length > 0 ? said : [{ key: 'nothing', values: {} }];
}

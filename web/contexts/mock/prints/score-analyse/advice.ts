import type { ScoreAnalysis } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import type { Say } from '../../../../i18n/texts.ts';

/** A session counts as above or below average from this share of its full mark. */
const noticeable = 0.03;

/** The words of a teacher to the pupil on seeing these marks, the most urgent first; at least one sentence. */
export function adviceFor(
  { all, sessions }: ScoreAnalysis,
  { rankNo, total }: NonNullable<ScoreAnalysis['pupil']>,
  t: Say<['mock']>,
): readonly string[] {
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
  const said: string[] = [];
  if (missed.length > 0)
    said.push(
      t('analysis.say.missed', { subjects: missed.map(({ subjectName }) => subjectName).join('、') }),
    );
  if (rankNo !== null && all.count > 1) {
    const percent = Math.floor(((all.count - rankNo) / (all.count - 1)) * 100);
    said.push(t('analysis.say.standing', { percent }));
  }
  const [weakest] = weak;
  if (weakest) {
    const values = { first: weakest.subject, by: Math.abs(weakest.by).toFixed(2) };
    said.push(
      weak.length === 1
        ? t('analysis.say.weakOne', values)
        : t('analysis.say.weak', { ...values, subjects: subjects(weak) }),
    );
  }
  if (strong.length > 0) said.push(t('analysis.say.strong', { subjects: subjects(strong) }));
  if (!weakest && widest)
    said.push(t('analysis.say.even', { subject: widest.subject, left: widest.left.toFixed(2) }));
  if (rankNo !== null && all.avg !== null && Number(total) < Number(all.avg))
    said.push(t('analysis.say.below', { by: (Number(all.avg) - Number(total)).toFixed(2) }));
  return said.length > 0 ? said : [t('analysis.say.nothing')];
}

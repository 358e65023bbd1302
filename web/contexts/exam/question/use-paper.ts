import type { GivenQuestion } from '@yikao/model/contexts/exam/exam.calls.ts';
import {
  type Correction,
  lineKeys,
  noWork,
  type WorkedQuestion,
  workedPaper,
} from '@yikao/model/contexts/exam/rules/paper/corrections.ts';
import type { LineDecision, PaperRow } from '@yikao/model/contexts/exam/rules/paper/paper.types.ts';
import { rowProblems } from '@yikao/model/contexts/exam/rules/paper/row-problems.ts';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';

/** A paper that is being read and put right. */
export function usePaper() {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const [text, setText] = useState('');
  const [work, setWork] = useState(noWork);
  const [pictures, setPictures] = useState<ReadonlyMap<number, string>>(new Map());
  const [score, setScore] = useState<number | null>(null);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const read = useDeferredValue(text);
  const paper = useMemo(() => workedPaper(read, work), [read, work]);
  const marks = useCallback((row: PaperRow) => row.score ?? (score === null ? null : String(score)), [score]);
  /** A question by what would be stored: a refusal ends where that changes. */
  const look = useCallback(
    ({ key, row }: WorkedQuestion) => `${key}${JSON.stringify(row)}${marks(row)}`,
    [marks],
  );
  const problems = useMemo(
    () =>
      paper.questions.map(one => {
        if (one.correction.leftOut) return '';
        const told = rowProblems(one.row).map(problem => problem[language]);
        if (marks(one.row) === null) told.push(t('text.noScore'));
        if (one.row.pictures.some(no => !pictures.has(no))) told.push(t('text.noPicture'));
        const other = refused.get(look(one));
        return [...told, ...(other ? [other] : [])].join('\n');
      }),
    [paper, pictures, refused, language, marks, look, t],
  );
  const images = useMemo(
    () => paper.questions.map(({ row }) => row.pictures.flatMap(no => pictures.get(no) ?? [])),
    [paper, pictures],
  );
  const kept = paper.questions.filter(({ correction }) => !correction.leftOut);
  const wrong = problems.filter(one => one !== '').length;
  const toCheck = paper.questions.filter(
    ({ correction, checks }, at) => !correction.leftOut && checks.length > 0 && problems[at] === '',
  ).length;
  const unknown = paper.lines.filter(({ role }) => role === 'unknown').length;
  const correct = (at: number, change: (one: Correction) => Correction) => {
    const one = paper.questions[at];
    if (one)
      setWork({ ...work, corrections: new Map(work.corrections).set(one.key, change(one.correction)) });
  };
  return {
    text,
    setText,
    pending: read !== text,
    paper,
    problems,
    images,
    marks,
    score,
    setScore,
    counts: { kept: kept.length, right: kept.length - wrong - toCheck, toCheck, wrong, unknown },
    correct,
    decide(line: number, decision: LineDecision) {
      const key = lineKeys(read)[line];
      if (key !== undefined) setWork({ ...work, decisions: new Map(work.decisions).set(key, decision) });
    },
    checkAll() {
      const corrections = new Map(work.corrections);
      for (const { key, correction, checks } of paper.questions)
        if (checks.length > 0 && !correction.leftOut) corrections.set(key, { ...correction, checked: true });
      setWork({ ...work, corrections });
    },
    /** Takes a document that was read, in place of the text. */
    take(said: string, found: readonly { readonly no: number; readonly path: string }[]) {
      setText(said);
      setWork(noWork);
      setPictures(new Map(found.map(({ no, path }) => [no, path])));
    },
    /** Notes why the server took none, by place among the kept ones. */
    refuse(told: readonly { readonly at: number; readonly message: string }[]) {
      setRefused(
        new Map(
          told.flatMap(({ at, message }) => {
            const one = kept[at];
            return one ? [[look(one), message] as const] : [];
          }),
        ),
      );
    },
    /** The questions as the preview shows them. */
    given(): GivenQuestion[] {
      return paper.questions.flatMap((one, at) => {
        if (one.correction.leftOut) return [];
        const { pictures: _, ...row } = one.row;
        return [{ ...row, score: marks(one.row) ?? '', images: [...(images[at] ?? [])] }];
      });
    },
  };
}

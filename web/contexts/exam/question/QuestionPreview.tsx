import {
  answerProblem,
  canonicalAnswer,
  isMarkedByRule,
  optionLetters,
} from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { pathsOf, textOf } from '../../../fields/parts/values.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormulaText } from '../parts/FormulaText.tsx';
import { QuestionView } from '../parts/QuestionView.tsx';
import styles from './inputs.module.css';

/** A question as a candidate will see it, with its right options and what is wrong with its answer. */
export function QuestionPreview({ values }: { readonly values: FieldRecord }) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const type = Number(values.questionType) || 0;
  const textIn = (name: string) => textOf(values[name]);
  const isChoice = type === 1 || type === 2;
  const options = isChoice
    ? optionLetters.flatMap(key => {
        const text = textIn(`option${key}`);
        return text === '' ? [] : [{ key, text }];
      })
    : [];
  const answer = textIn('answer');
  const problem = isMarkedByRule(type)
    ? answerProblem({
        questionType: type,
        answer,
        ...Object.fromEntries(options.map(({ key, text }) => [`option${key}`, text])),
      })
    : undefined;
  const analysis = textIn('analysis');
  return (
    <section className={styles.preview} aria-label={t('question.preview')}>
      <h2>{t('question.preview')}</h2>
      <QuestionView
        question={{
          questionType: type,
          title: textIn('title'),
          images: pathsOf(values.images),
          options,
          score: textIn('score'),
        }}
        right={type <= 3 ? [...canonicalAnswer(type, answer)] : []}
      />
      {analysis !== '' && (
        <p className={styles.guide}>
          {t(type > 4 ? 'question.guide' : 'question.analysis')}
          <FormulaText text={analysis} />
        </p>
      )}
      {type > 0 && problem && (
        <p className={styles.problem}>
          {answer === '' ? t('question.noAnswer') : t('question.problem', { problem: problem[language] })}
        </p>
      )}
    </section>
  );
}

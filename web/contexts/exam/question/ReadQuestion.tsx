import { difficulty, questionType as questionTypes } from '@yikao/model/contexts/exam/exam.codes.ts';
import type { WorkedQuestion } from '@yikao/model/contexts/exam/rules/paper/corrections.ts';
import type { PaperRow } from '@yikao/model/contexts/exam/rules/paper/paper.types.ts';
import { optionLetters } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import { Button } from 'antd';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FormulaText } from '../parts/FormulaText.tsx';
import { QuestionView } from '../parts/QuestionView.tsx';
import { blanksOf } from './blanks.ts';
import { QuestionFix } from './QuestionFix.tsx';
import styles from './TextImportDialog.module.css';

/** The acts of a person on a question of the preview. */
export type QuestionAct = 'find' | 'join' | 'leaveOut' | 'takeBack' | 'checked';

interface ReadQuestionProps {
  readonly at: number;
  readonly read: WorkedQuestion;
  /** Paths of its pictures. */
  readonly images: readonly string[];
  /** Its marks: its own or those that all have. */
  readonly score: string | null;
  /** Why it cannot be stored, one reason a line; empty if it can. */
  readonly problems: string;
  readonly chosen: boolean;
  readonly onAct: (at: number, act: QuestionAct) => void;
  readonly onFix: (at: number, row: PaperRow) => void;
}

/** A question as it was understood, with what is to check, and with what keeps it from being stored. */
export const ReadQuestion = memo(function ReadQuestion(props: ReadQuestionProps) {
  const { at, read, images, score, problems, chosen, onAct, onFix } = props;
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const [fixing, setFixing] = useState(false);
  const { row, no, checks, correction } = read;
  const { questionType, answer, analysis } = row;
  const options = optionLetters.flatMap(key => {
    const text = row[`option${key}`];
    return text ? [{ key, text }] : [];
  });
  const state = correction.leftOut ? 'out' : problems ? 'wrong' : checks.length > 0 ? 'check' : 'right';
  const act = (name: QuestionAct) => (
    <Button key={name} size="small" onClick={() => onAct(at, name)}>
      {t(`text.act.${name}`)}
    </Button>
  );
  return (
    <li className={styles.one} data-state={state} data-chosen={chosen} id={`read-question-${at}`}>
      <div className={styles.head}>
        <b>{t('text.no', { no: no || at + 1 })}</b>
        <span className={styles.state}>{t(`text.state.${state}`)}</span>
        {row.difficulty !== null && <CodeTag of={difficulty} value={row.difficulty} />}
      </div>
      {!correction.leftOut && problems !== '' && (
        <p className={styles.problem} role="alert">
          {problems}
        </p>
      )}
      {!correction.leftOut && checks.length > 0 && (
        <ul className={styles.checks}>
          {checks.map(one => (
            <li key={one.zh}>{one[language]}</li>
          ))}
        </ul>
      )}
      {fixing ? (
        <QuestionFix
          row={row}
          onCancel={() => setFixing(false)}
          onSave={next => {
            setFixing(false);
            onFix(at, next);
          }}
        />
      ) : (
        !correction.leftOut && (
          <>
            <QuestionView
              bare={questionType !== questionTypes.is.trueFalse}
              question={{ questionType, title: row.title, images: [...images], options, score: score ?? '' }}
              right={questionType <= questionTypes.is.trueFalse ? [...(answer ?? '')] : []}
            />
            {questionType === questionTypes.is.blank && answer && (
              <p className={styles.hint}>
                {t('text.answer')}
                {blanksOf(answer)
                  .map(alternatives => alternatives.join(t('text.or')))
                  .join('；')}
              </p>
            )}
            {analysis && (
              <p className={styles.hint}>
                {t(questionType > questionTypes.is.blank ? 'question.guide' : 'question.analysis')}
                <FormulaText text={analysis} />
              </p>
            )}
          </>
        )
      )}
      {!fixing && (
        <div className={styles.acts}>
          {act('find')}
          {correction.leftOut ? (
            act('takeBack')
          ) : (
            <>
              <Button size="small" onClick={() => setFixing(true)}>
                {t('text.act.fix')}
              </Button>
              {at > 0 && act('join')}
              {act('leaveOut')}
              {checks.length > 0 && act('checked')}
            </>
          )}
        </div>
      )}
    </li>
  );
});

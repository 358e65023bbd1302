import { AimOutlined } from '@ant-design/icons';
import { difficulty } from '@yikao/model/contexts/exam/exam.codes.ts';
import { optionLetters } from '@yikao/model/contexts/exam/rules/question-answer.ts';
import type { TextQuestion } from '@yikao/model/contexts/exam/rules/question-text.ts';
import { Button } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { FormulaText } from '../parts/FormulaText.tsx';
import { QuestionView } from '../parts/QuestionView.tsx';
import { blanksOf } from './blanks.ts';
import styles from './TextImportDialog.module.css';

interface ReadQuestionProps {
  readonly read: TextQuestion;
  /** Its marks: its own or those that all have. */
  readonly score: string | null;
  readonly problem: string | undefined;
  /** Brings its line of the text into sight. */
  readonly onFind: (line: number) => void;
}

/** A question as it was understood, with its answer, and with its problem if it cannot be taken in. */
export const ReadQuestion = memo(function ReadQuestion({ read, score, problem, onFind }: ReadQuestionProps) {
  const { t } = useTranslation('exam');
  const { questionType, answer, analysis } = read;
  const options = optionLetters.flatMap(key => {
    const text = read[`option${key}`];
    return text ? [{ key, text }] : [];
  });
  return (
    <li className={styles.one} data-wrong={problem !== undefined}>
      <div className={styles.head}>
        <b>{t('text.no', { no: read.no })}</b>
        {read.difficulty !== null && <CodeTag of={difficulty} value={read.difficulty} />}
        <Button type="text" size="small" icon={<AimOutlined aria-hidden />} onClick={() => onFind(read.line)}>
          {t('text.find')}
        </Button>
      </div>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <QuestionView
        bare={questionType !== 3}
        question={{ questionType, title: read.title, images: [], options, score: score ?? '' }}
        right={questionType <= 3 ? [...(answer ?? '')] : []}
      />
      {questionType === 4 && answer && (
        <p className={styles.hint}>
          {t('text.answer')}
          {blanksOf(answer)
            .map(alternatives => alternatives.join(t('text.or')))
            .join('；')}
        </p>
      )}
      {analysis && (
        <p className={styles.hint}>
          {t(questionType > 4 ? 'question.guide' : 'question.analysis')}
          <FormulaText text={analysis} />
        </p>
      )}
    </li>
  );
});

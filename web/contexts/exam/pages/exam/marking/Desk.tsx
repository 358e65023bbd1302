import { ArrowLeftOutlined, HistoryOutlined } from '@ant-design/icons';
import type { GivenMark, MarkedSubject, MarkTask } from '@yikao/model/contexts/exam/exam.calls.ts';
import { questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { Alert, Button, Flex, Progress, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneTag } from '../../../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../../../fields/parts/EmptyState.tsx';
import { FormulaText } from '../../../parts/FormulaText.tsx';
import { QuestionView } from '../../../parts/QuestionView.tsx';
import { GivenMarks } from './GivenMarks.tsx';
import { MarkPad } from './MarkPad.tsx';
import styles from './Page.module.css';
import { useMarking } from './use-marking.ts';
import { Works } from './Works.tsx';

interface DeskProps {
  readonly subject: MarkedSubject;
  readonly onLeave: () => void;
}

/** The answers of a subject one after the other: the next one, or one marked before that is corrected. */
export function Desk({ subject, onLeave }: DeskProps) {
  const { t } = useTranslation('exam');
  const [looking, setLooking] = useState(false);
  const marking = useMarking(subject.subjectId);
  const { task, corrected, problem } = marking;
  const { waiting, done } = marking.counts ?? subject;
  const answer = corrected ?? task;
  return (
    <>
      <header className={styles.bar}>
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={onLeave}>
          {t('marking.subjects')}
        </Button>
        <h1>{subject.subjectName}</h1>
        <span className={styles.exam}>{subject.examName}</span>
        <span className={styles.share}>
          <Progress
            percent={waiting + done === 0 ? 0 : Math.round((done / (waiting + done)) * 100)}
            size="small"
            showInfo={false}
            aria-label={t('marking.progressMine')}
          />
          {t('marking.mine', { done, waiting })}
        </span>
        <Button icon={<HistoryOutlined aria-hidden />} disabled={done === 0} onClick={() => setLooking(true)}>
          {t('marking.given')}
        </Button>
      </header>
      {problem !== undefined && (
        <Alert
          className={styles.note ?? ''}
          type="error"
          showIcon
          title={problem}
          action={
            <Button size="small" onClick={marking.again}>
              {t('marking.again')}
            </Button>
          }
        />
      )}
      {corrected && (
        <Alert
          className={styles.note ?? ''}
          type="info"
          showIcon
          title={t('marking.correcting')}
          action={
            <Button size="small" onClick={() => marking.correct(undefined)}>
              {t('marking.backToNext')}
            </Button>
          }
        />
      )}
      {!answer && marking.loading && <Skeleton active paragraph={{ rows: 8 }} />}
      {!answer && !marking.loading && problem === undefined && (
        <EmptyState title={t('marking.empty')} hint={t('marking.emptyHint')}>
          <Button onClick={marking.again}>{t('marking.look')}</Button>
        </EmptyState>
      )}
      {answer && (
        <div className={styles.desk}>
          <Flex vertical gap={16}>
            <Answer answer={answer} />
            <section className={styles.part}>
              <h2>{t('marking.question')}</h2>
              <QuestionView question={answer.question} bare />
            </section>
            <section className={styles.part}>
              <h2>{t('marking.guide')}</h2>
              {answer.question.analysis ? (
                <p>
                  <FormulaText text={answer.question.analysis} />
                </p>
              ) : (
                <p className={styles.empty}>{t('marking.noGuide')}</p>
              )}
            </section>
          </Flex>
          <MarkPad
            key={`${answer.answerId}-${corrected ? 'again' : 'new'}`}
            full={answer.question.score}
            start={corrected?.score}
            busy={marking.busy}
            onMark={marking.mark}
          />
        </div>
      )}
      {looking && (
        <GivenMarks
          subjectId={subject.subjectId}
          onCorrect={given => {
            setLooking(false);
            marking.correct(given);
          }}
          onClose={() => setLooking(false)}
        />
      )}
    </>
  );
}

/** The text or the works that a candidate gave. */
function Answer({ answer }: { readonly answer: MarkTask | GivenMark }) {
  const { t } = useTranslation('exam');
  const { value, files, round, question } = answer;
  const empty = files.length === 0 && !value;
  return (
    <section className={styles.part} aria-label={t('marking.answer')}>
      <h2>
        {t('marking.answer')}
        {round === 3 && <ToneTag tone="look" text={t('marking.asThird')} />}
      </h2>
      {empty && <p className={styles.empty}>{t('marking.noAnswer')}</p>}
      {files.length > 0 && <Works paths={files} />}
      {/* The value of a work names its pictures. */}
      {question.questionType !== questionType.is.work && value && <p className={styles.text}>{value}</p>}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls, type GivenMark } from '@yikao/model/contexts/exam/exam.calls.ts';
import { Alert, Button, Drawer, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../engine/api/send.ts';
import { BackCloses } from '../../../../../engine/boundary/BackCloses.tsx';
import { ToneTag } from '../../../../../fields/parts/CodeTag.tsx';
import { FormulaText } from '../../../parts/FormulaText.tsx';
import styles from './Page.module.css';

const { examAnswer } = registry;

interface GivenMarksProps {
  readonly subjectId: number;
  readonly onCorrect: (given: GivenMark) => void;
  readonly onClose: () => void;
}

/** The marks that a person gave last: those that nobody else has marked yet can be corrected. */
export function GivenMarks({ subjectId, onCorrect, onClose }: GivenMarksProps) {
  const { t } = useTranslation('exam');
  const read = useQuery({
    queryKey: ['rows', examAnswer.name, 'mine', subjectId],
    queryFn: ({ signal }) => send(examCalls.mine, { query: { subjectId }, signal, toast: false }),
    staleTime: 0,
  });
  return (
    <Drawer open title={t('marking.given')} onClose={onClose}>
      <BackCloses onBack={onClose} />
      <p className={styles.empty}>{t('marking.givenHint')}</p>
      {read.isError && <Alert type="error" showIcon title={read.error.message} />}
      {read.isPending && <Skeleton active />}
      <ul className={styles.given}>
        {read.data?.map(one => (
          <li key={`${one.answerId}-${one.round}`}>
            <div>
              <FormulaText text={one.question.title} line />
              <p>
                <b>{Number(one.score)}</b> / {Number(one.question.score)} · {one.markTime.slice(0, 16)}
              </p>
            </div>
            {one.closed ? (
              <ToneTag tone="done" text={t('marking.isClosed')} />
            ) : (
              <Button
                size="small"
                aria-label={t('marking.correctOf', { title: one.question.title, score: Number(one.score) })}
                onClick={() => onCorrect(one)}
              >
                {t('marking.correct')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}

import { BarChartOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls, type MarkedSubject } from '@yikao/model/contexts/exam/exam.calls.ts';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../engine/api/send.ts';
import { Dialog } from '../../../../../engine/dialogs/Dialog.tsx';
import { FieldServicesProvider } from '../../../../../engine/field-services.tsx';
import { can } from '../../../../../engine/session/session.ts';
import { ToneTag } from '../../../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../../../fields/parts/EmptyState.tsx';
import { ExamProgress } from '../../../online-exam/ExamProgress.tsx';
import { Desk } from './Desk.tsx';
import styles from './Page.module.css';

const { examAnswer } = registry;

/** Marking (domain 0.7, 26): the subjects of a marker with what waits, and the answers of the chosen one. */
export default function MarkingPage() {
  const { t } = useTranslation(['exam', 'engine']);
  const [chosen, setChosen] = useState<number>();
  const [watched, setWatched] = useState<number>();
  const read = useQuery({
    queryKey: ['rows', examAnswer.name, 'marking'],
    queryFn: ({ signal }) => send(examCalls.subjects, { signal, toast: false }),
  });
  const subject = read.data?.find(one => one.subjectId === chosen);
  return (
    <FieldServicesProvider>
      <section className={styles.page}>
        {read.isPending && <Skeleton active />}
        {read.isError && <Alert type="error" showIcon title={read.error.message} />}
        {!subject && <h1>{t('marking.choose')}</h1>}
        {read.data?.length === 0 && (
          <EmptyState title={t('marking.none')} hint={t('marking.noneHint')}>
            <Button loading={read.isFetching} onClick={() => void read.refetch()}>
              {t('engine:tools.refresh')}
            </Button>
          </EmptyState>
        )}
        {read.data && read.data.length > 0 && !subject && (
          <ul className={styles.subjects}>
            {read.data.map(one => (
              <li key={one.subjectId}>
                <SubjectCard subject={one} onChoose={() => setChosen(one.subjectId)} />
                {can(examCalls.progress.may) && (
                  <Button
                    type="link"
                    size="small"
                    icon={<BarChartOutlined aria-hidden />}
                    aria-label={t('marking.progressOf', { name: one.examName })}
                    onClick={() => setWatched(one.examId)}
                  >
                    {t('marking.progress')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {subject && <Desk key={subject.subjectId} subject={subject} onLeave={() => setChosen(undefined)} />}
        {watched !== undefined && (
          <Dialog
            title={t('marking.progress')}
            width={960}
            footer={null}
            onClose={() => setWatched(undefined)}
          >
            <ExamProgress examId={watched} />
          </Dialog>
        )}
      </section>
    </FieldServicesProvider>
  );
}

interface SubjectCardProps {
  readonly subject: MarkedSubject;
  readonly onChoose: () => void;
}

function SubjectCard({ subject, onChoose }: SubjectCardProps) {
  const { t } = useTranslation('exam');
  const { subjectName, examName, waiting, done, third } = subject;
  return (
    <button type="button" className={styles.subject} onClick={onChoose}>
      <strong>{subjectName}</strong>
      <span className={styles.exam}>{examName}</span>
      <span className={styles.counts}>
        <ToneTag tone={waiting > 0 ? 'act' : 'plain'} text={t('marking.waiting', { count: waiting })} />
        <ToneTag tone="plain" text={t('marking.done', { count: done })} />
        {third > 0 && <ToneTag tone="look" text={t('marking.third', { count: third })} />}
      </span>
    </button>
  );
}

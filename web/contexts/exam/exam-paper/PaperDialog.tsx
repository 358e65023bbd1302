import { SwapOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls, type ShownPaper, type ShownQuestion } from '@yikao/model/contexts/exam/exam.calls.ts';
import { questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { Alert, Button, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { readRow, updateRow } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { usePhone } from '../../../engine/use-media.ts';
import { idsOf } from '../../../fields/parts/values.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { QuestionView } from '../parts/QuestionView.tsx';
import styles from './PaperDialog.module.css';
import { ReplaceDialog } from './ReplaceDialog.tsx';

const { examPaper, question } = registry;

type View = 'phone' | 'print';

/** A paper as candidates see it, on a phone and printed; its questions can be replaced (domain section 10). */
export function PaperDialog({
  paperId,
  onClose,
}: {
  readonly paperId: number;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('exam');
  const narrow = usePhone();
  const [view, setView] = useState<View>('phone');
  const [replaced, setReplaced] = useState<ShownQuestion>();
  const read = useQuery({
    queryKey: ['rows', examPaper.name, 'preview', paperId],
    queryFn: ({ signal }) => send(examCalls.preview, { query: { paperId }, signal, toast: false }),
  });
  const replaces = may(examPaper, 'update') && may(question, 'list');
  const replace = async (by: number) => {
    if (!replaced) return;
    const { version, questionIds } = await readRow(examPaper, paperId);
    const next = idsOf(questionIds).map(id => (id === replaced.questionId ? by : id));
    await updateRow(examPaper, { paperId, version, questionIds: next });
    notice.success(t('replace.done'));
    setReplaced(undefined);
    await refreshRows(examPaper);
  };
  const { data } = read;
  return (
    <Dialog
      title={data ? t('paper.title', { name: data.paperName }) : t('paper.preview')}
      width={narrow ? '100%' : view === 'print' ? 'min(900px, 96vw)' : 560}
      style={narrow ? { top: 0, margin: 0, maxWidth: '100vw' } : { top: 32 }}
      footer={null}
      onClose={onClose}
    >
      <div className={styles.bar}>
        <Segmented<View>
          value={view}
          aria-label={t('paper.view')}
          options={[
            { value: 'phone', label: t('paper.phone') },
            { value: 'print', label: t('paper.print') },
          ]}
          onChange={setView}
        />
      </div>
      {read.isError && <Alert type="error" showIcon title={read.error.message} />}
      {read.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <div
          className={view === 'phone' ? styles.phone : styles.sheet}
          data-paper={view === 'print' || undefined}
        >
          <Questions
            paper={data}
            grouped={view === 'print'}
            {...(replaces && view === 'phone' && { onReplace: setReplaced })}
          />
        </div>
      )}
      {replaced && data && (
        <ReplaceDialog
          paperId={paperId}
          replaced={replaced}
          taken={data.questions.map(({ questionId }) => questionId)}
          onReplace={replace}
          onClose={() => setReplaced(undefined)}
        />
      )}
    </Dialog>
  );
}

interface QuestionsProps {
  readonly paper: ShownPaper;
  /** With a heading over each type, as on printed papers. */
  readonly grouped: boolean;
  readonly onReplace?: (question: ShownQuestion) => void;
}

function Questions({ paper, grouped, onReplace }: QuestionsProps) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const { questions } = paper;
  return (
    <>
      <div className={styles.head}>
        <h2>
          {paper.examName} · {paper.subjectName}
        </h2>
        <p>
          {t('paper.facts', { count: questions.length, score: Number(paper.totalScore) })}
          {paper.durationMin !== null && t('paper.minutes', { count: paper.durationMin })}
        </p>
      </div>
      <ol className={styles.questions}>
        {questions.map((one, at) => {
          const begins = grouped && one.questionType !== questions[at - 1]?.questionType;
          const type = questionType.items.find(({ code }) => code === one.questionType);
          return (
            <li key={one.questionId}>
              {begins && <h3>{type?.label[language]}</h3>}
              <QuestionView question={one} no={at + 1} />
              {onReplace && (
                <Button
                  className={styles.replace ?? ''}
                  type="text"
                  size="small"
                  icon={<SwapOutlined aria-hidden />}
                  aria-label={t('replace.of', { no: at + 1 })}
                  onClick={() => onReplace(one)}
                >
                  {t('replace.action')}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}

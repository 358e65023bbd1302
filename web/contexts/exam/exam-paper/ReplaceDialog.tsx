import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { ShownQuestion } from '@yikao/model/contexts/exam/exam.calls.ts';
import { difficulty } from '@yikao/model/contexts/exam/exam.codes.ts';
import { enable } from '@yikao/model/contexts/shared/shared.codes.ts';
import { Alert, Button, Input, Skeleton } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { listRows, readRow } from '../../../engine/calls/dataset-calls.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { textOf } from '../../../fields/parts/values.ts';
import { FormulaText } from '../parts/FormulaText.tsx';
import styles from './ReplaceDialog.module.css';

const { examPaper, question } = registry;

/** Questions that are offered at once; a search finds the others. */
const offered = 50;

interface ReplaceDialogProps {
  readonly paperId: number;
  readonly replaced: ShownQuestion;
  /** Questions that are on the paper already. */
  readonly taken: readonly number[];
  /** Puts another question in its place; rejects with the reason why not. */
  readonly onReplace: (by: number) => Promise<void>;
  readonly onClose: () => void;
}

/** Offers questions of the same subject and type in place of one on a paper; those of the same marks come first. */
export function ReplaceDialog({ paperId, replaced, taken, onReplace, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation(['exam', 'engine']);
  const [words, setWords] = useState('');
  const title = useDeferredValue(words.trim());
  const [busy, setBusy] = useState<number>();
  const [problem, setProblem] = useState('');
  const found = useQuery({
    queryKey: ['rows', question.name, 'replace', paperId, replaced.questionId, title],
    queryFn: async ({ signal }) => {
      const { subjectId } = await readRow(examPaper, paperId, signal);
      const { questionType } = replaced;
      const query = {
        subjectId,
        questionType,
        status: enable.is.enabled,
        size: offered,
        ...(title !== '' && { title }),
      };
      return (await listRows(question, query, signal)).records;
    },
  });
  const marks = Number(replaced.score);
  const rows = (found.data ?? [])
    .filter(({ questionId }) => !taken.includes(Number(questionId)))
    .toSorted((one, other) => Number(Number(other.score) === marks) - Number(Number(one.score) === marks));
  const take = async (by: number) => {
    setBusy(by);
    setProblem('');
    try {
      await onReplace(by);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors.map(({ message }) => message).join('；') || error.message);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Dialog title={t('replace.title')} width={640} footer={null} onClose={onClose}>
      <p className={styles.old}>
        <FormulaText text={replaced.title} />
      </p>
      <Input.Search
        className={styles.search ?? ''}
        value={words}
        allowClear
        aria-label={t('replace.search')}
        placeholder={t('replace.search')}
        onChange={({ target }) => setWords(target.value)}
      />
      {problem !== '' && <Alert className={styles.search ?? ''} type="error" showIcon title={problem} />}
      {found.isError && <Alert type="error" showIcon title={found.error.message} />}
      {found.isPending && <Skeleton active />}
      {found.data && rows.length === 0 && (
        <EmptyState
          size="small"
          picture="search"
          title={t(title === '' ? 'replace.none' : 'replace.noneFound')}
        >
          {title !== '' && <Button onClick={() => setWords('')}>{t('engine:filter.clearSearch')}</Button>}
        </EmptyState>
      )}
      <ul className={styles.rows}>
        {rows.map(row => {
          const key = Number(row.questionId);
          return (
            <li key={key}>
              <div>
                <FormulaText text={textOf(row.title)} />
                <p>
                  {t('marks', { score: Number(row.score) })}{' '}
                  <CodeTag of={difficulty} value={row.difficulty} />
                </p>
              </div>
              <Button
                size="small"
                loading={busy === key}
                disabled={busy !== undefined}
                aria-label={t('replace.takeOf', { title: textOf(row.title) })}
                onClick={() => void take(key)}
              >
                {t('replace.take')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

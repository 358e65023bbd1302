import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls, questionTextMax } from '@yikao/model/contexts/exam/exam.calls.ts';
import { readQuestions } from '@yikao/model/contexts/exam/rules/question-text.ts';
import { Alert, Button, Input, InputNumber } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea.js';
import { type ComponentProps, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { useLeaveQuestion } from '../../../engine/boundary/use-leave-question.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useUnsavedChanges } from '../../../engine/tab/tab-context.ts';
import { usePhone } from '../../../engine/use-media.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ExamSubjectPicker, type Place } from '../parts/ExamSubjectPicker.tsx';
import { ReadQuestion } from './ReadQuestion.tsx';
import styles from './TextImportDialog.module.css';

const { question } = registry;

interface TextImportDialogProps {
  /** The exam and subject that the list is narrowed to. */
  readonly place: Place;
  readonly onClose: () => void;
}

/**
 * Adds the numbered questions of a pasted text (domain I4): each is shown as it was understood while the text is typed,
 * and all of them are saved or none.
 */
export function TextImportDialog({ place: first, onClose }: TextImportDialogProps) {
  const { t } = useTranslation(['exam', 'common']);
  const language = useLanguage();
  const phone = usePhone();
  const id = useId();
  const ask = useLeaveQuestion();
  const area = useRef<TextAreaRef>(null);
  const [place, setPlace] = useState(first);
  const [text, setText] = useState('');
  const [score, setScore] = useState<number | null>(null);
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [failed, setFailed] = useState('');
  const [busy, setBusy] = useState(false);
  const read = useDeferredValue(text);
  const questions = useMemo(() => readQuestions(read), [read]);
  const shown = questions.slice(0, questionTextMax.questions);
  useUnsavedChanges(text.trim() !== '');

  const problemAt = (at: number) => {
    const one = questions[at];
    if (one?.problem) return one.problem[language];
    if (one && one.score === null && score === null) return t('text.noScore');
    return refused.get(at);
  };
  const wrong = questions.filter((_, at) => problemAt(at) !== undefined).length;
  const tooMany = questions.length > questionTextMax.questions;
  const leave = () => (text.trim() === '' ? onClose() : ask(t('text.leave'), onClose));
  /** Brings a question into sight in the text, with the cursor at its start. */
  const find = (line: number) => {
    const input = area.current?.resizableTextArea?.textArea;
    if (!input) return;
    const lines = text.split('\n');
    const start = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
    input.focus();
    input.setSelectionRange(start, start + (lines[line]?.length ?? 0));
    // A share of the height is close enough; wrapped lines are of different heights.
    input.scrollTop = Math.max(0, (line / lines.length) * input.scrollHeight - 40);
  };
  const save = async () => {
    if (place.subjectId === undefined) return setFailed(t('text.noSubject'));
    setBusy(true);
    setFailed('');
    try {
      const body = { subjectId: place.subjectId, text, score: score === null ? null : String(score) };
      const { added, problems } = await send(examCalls.addText, { body, toast: false });
      if (problems.length > 0) {
        setRefused(new Map(problems.map(({ at, message }) => [at, message])));
        return setFailed(t('text.refused', { count: problems.length }));
      }
      notice.success(t('text.added', { count: added }));
      void refreshRows(question);
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(error.fieldErrors.map(({ message }) => message).join('；') || error.message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={t('text.title')}
      width={phone ? '100%' : 'min(1240px, 94vw)'}
      long
      mask={{ closable: false }}
      onClose={leave}
      footer={[
        <span key="count" className={styles.count} role="status">
          {questions.length > 0 && t('text.count', { count: questions.length, wrong })}
        </span>,
        <Button key="cancel" onClick={leave}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          loading={busy}
          disabled={questions.length === 0 || wrong > 0 || tooMany || read !== text}
          onClick={() => void save()}
        >
          {t('text.save', { count: questions.length })}
        </Button>,
      ]}
    >
      <div className={styles.choose}>
        <ExamSubjectPicker place={place} onChange={setPlace} />
        <label htmlFor={`${id}-score`}>{t('text.score')}</label>
        <InputNumber
          id={`${id}-score`}
          min={0.01}
          max={9999}
          precision={2}
          value={score}
          placeholder={t('text.scoreHint')}
          style={{ width: '100%' }}
          onChange={setScore}
        />
      </div>
      {failed !== '' && <Alert className={styles.failed ?? ''} type="error" showIcon title={failed} />}
      {tooMany && (
        <Alert
          className={styles.failed ?? ''}
          type="warning"
          showIcon
          title={t('text.tooMany', { max: questionTextMax.questions })}
        />
      )}
      <div className={styles.sides}>
        <div className={styles.typed}>
          <label htmlFor={`${id}-text`}>{t('text.paste')}</label>
          <Input.TextArea
            ref={area}
            id={`${id}-text`}
            className={styles.text ?? ''}
            value={text}
            maxLength={questionTextMax.chars}
            placeholder={t('text.sample')}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              setText(target.value);
              setRefused(new Map());
              setFailed('');
            }}
          />
          <p id={`${id}-hint`} className={styles.hint}>
            {t('text.hint')}
          </p>
        </div>
        <Understood questions={shown} score={score} problemAt={problemAt} onFind={find} />
      </div>
    </Dialog>
  );
}

interface UnderstoodProps extends Pick<ComponentProps<typeof ReadQuestion>, 'onFind'> {
  readonly questions: ReturnType<typeof readQuestions>;
  /** The score of questions that name none. */
  readonly score: number | null;
  readonly problemAt: (at: number) => string | undefined;
}

/** The questions as they were understood. */
function Understood({ questions, score, problemAt, onFind }: UnderstoodProps) {
  const { t } = useTranslation('exam');
  return (
    <section className={styles.read} aria-label={t('text.understood')}>
      <h2>{t('text.understood')}</h2>
      {questions.length === 0 ? (
        <p className={styles.hint}>{t('text.nothing')}</p>
      ) : (
        <ol>
          {questions.map((one, at) => (
            <ReadQuestion
              key={`${one.line}-${one.no}`}
              read={one}
              score={one.score ?? (score === null ? null : String(score))}
              problem={problemAt(at)}
              onFind={onFind}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

import { FileWordOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls, questionTextMax } from '@yikao/model/contexts/exam/exam.calls.ts';
import type { LineDecision, PaperRow } from '@yikao/model/contexts/exam/rules/paper/paper.types.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Input, InputNumber, Upload } from 'antd';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { useLeaveQuestion } from '../../../engine/boundary/use-leave-question.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useUnsavedChanges } from '../../../engine/tab/tab-context.ts';
import { usePhone } from '../../../engine/use-media.ts';
import { useFieldServices } from '../../../fields/services.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ExamSubjectPicker, type Place } from '../parts/ExamSubjectPicker.tsx';
import { type QuestionAct, ReadQuestion } from './ReadQuestion.tsx';
import { SourceLines } from './SourceLines.tsx';
import styles from './TextImportDialog.module.css';
import { usePaper } from './use-paper.ts';

const { question } = registry;

interface TextImportDialogProps {
  /** The exam and subject that the list is narrowed to. */
  readonly place: Place;
  readonly onClose: () => void;
}

/**
 * Adds the questions of a paper, pasted or in Word (domain I4): its lines on one side, the questions as they were
 * understood beside them. Nothing is stored while a line is not understood, and all questions are stored or none.
 */
export function TextImportDialog({ place: first, onClose }: TextImportDialogProps) {
  const { t } = useTranslation(['exam', 'common']);
  const language = useLanguage();
  const phone = usePhone();
  const id = useId();
  const ask = useLeaveQuestion();
  const services = useFieldServices();
  const it = usePaper();
  const [place, setPlace] = useState(first);
  const [editing, setEditing] = useState(true);
  const [chosen, setChosen] = useState<number>();
  const [failed, setFailed] = useState('');
  const [busy, setBusy] = useState(false);
  const { paper, counts, text } = it;
  useUnsavedChanges(text.trim() !== '');
  const tooMany = counts.kept > questionTextMax.questions;
  const blocked =
    counts.kept === 0 ||
    counts.wrong + counts.toCheck + counts.unknown + paper.problems.length > 0 ||
    tooMany ||
    it.pending;
  const leave = () => (text.trim() === '' ? onClose() : ask(t('text.leave'), onClose));
  const { decide, fix, act, choose } = usePaperActs(it, setChosen, setEditing);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailed('');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(error.fieldErrors.map(({ message }) => message).join('；') || error.message);
    } finally {
      setBusy(false);
    }
  };
  const takeFile = (file: File) => {
    if (!/\.docx$/i.test(file.name)) return setFailed(t('text.onlyDocx'));
    if (file.size > limits.documentBytes) return setFailed(t('text.docxSize'));
    void attempt(async () => {
      const filePath = await services.uploadFile(file, () => {});
      const { text: said, pictures } = await send(examCalls.readDocx, { body: { filePath }, toast: false });
      it.take(said, pictures);
      setEditing(false);
    });
  };
  const save = () => {
    const { subjectId } = place;
    if (subjectId === undefined) return setFailed(t('text.noSubject'));
    void attempt(async () => {
      const body = { subjectId, questions: it.given() };
      const { added, problems } = await send(examCalls.addPaper, { body, toast: false });
      if (problems.length > 0) {
        it.refuse(problems);
        return setFailed(t('text.refused', { count: problems.length }));
      }
      notice.success(t('text.added', { count: added }));
      void refreshRows(question);
      onClose();
    });
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
          {text.trim() !== '' && t('text.counts', { ...counts, check: counts.toCheck + counts.wrong })}
        </span>,
        ...(counts.toCheck > 0
          ? [
              <Button key="all" onClick={it.checkAll}>
                {t('text.checkAll', { count: counts.toCheck })}
              </Button>,
            ]
          : []),
        <Button key="cancel" onClick={leave}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="save"
          type={blocked ? 'default' : 'primary'}
          loading={busy}
          disabled={blocked}
          onClick={save}
        >
          {t('text.save', { count: counts.kept })}
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
          value={it.score}
          placeholder={t('text.scoreHint')}
          style={{ width: '100%' }}
          onChange={it.setScore}
        />
      </div>
      {[
        failed,
        ...paper.problems.map(one => one[language]),
        tooMany ? t('text.tooMany', { max: questionTextMax.questions }) : '',
      ]
        .filter(one => one !== '')
        .map(one => (
          <Alert key={one} className={styles.failed ?? ''} type="error" showIcon title={one} />
        ))}
      <div className={styles.sides}>
        <PaperSource
          it={it}
          editing={editing}
          busy={busy}
          chosen={chosen}
          {...{ setEditing, choose, decide, takeFile }}
        />
        <PaperQuestions it={it} chosen={chosen} act={act} fix={fix} />
      </div>
    </Dialog>
  );
}

type Paper = ReturnType<typeof usePaper>;

interface PaperSourceProps {
  readonly it: Paper;
  readonly editing: boolean;
  readonly busy: boolean;
  readonly chosen: number | undefined;
  readonly setEditing: (editing: boolean) => void;
  readonly choose: (question: number) => void;
  readonly decide: (line: number, decision: LineDecision) => void;
  readonly takeFile: (file: File) => void;
}

/** The text of the paper: to be pasted or corrected, or line by line with the role of each. */
function PaperSource({ it, editing, busy, chosen, setEditing, choose, decide, takeFile }: PaperSourceProps) {
  const { t } = useTranslation('exam');
  const id = useId();
  const { paper, text } = it;
  return (
    <div className={styles.typed}>
      <div className={styles.bar}>
        <label htmlFor={`${id}-text`}>{t('text.paste')}</label>
        <Upload
          accept=".docx"
          showUploadList={false}
          beforeUpload={file => {
            takeFile(file);
            return false;
          }}
        >
          <Button size="small" icon={<FileWordOutlined aria-hidden />} disabled={busy}>
            {t('text.docx')}
          </Button>
        </Upload>
        <Button size="small" disabled={text.trim() === ''} onClick={() => setEditing(!editing)}>
          {t(editing ? 'text.toLines' : 'text.toText')}
        </Button>
      </div>
      {editing ? (
        <Input.TextArea
          id={`${id}-text`}
          className={styles.text ?? ''}
          value={text}
          maxLength={questionTextMax.chars}
          placeholder={t('text.sample')}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            it.setText(target.value);
          }}
        />
      ) : (
        <SourceLines lines={paper.lines} chosen={chosen} onChoose={choose} onDecide={decide} />
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {t('text.hint')}
      </p>
    </div>
  );
}

interface PaperQuestionsProps {
  readonly it: Paper;
  readonly chosen: number | undefined;
  readonly act: (at: number, act: QuestionAct) => void;
  readonly fix: (at: number, row: PaperRow) => void;
}

/** The questions as they were understood. */
function PaperQuestions({ it, chosen, act, fix }: PaperQuestionsProps) {
  const { t } = useTranslation('exam');
  const { paper, text } = it;
  return (
    <section className={styles.read} aria-label={t('text.understood')}>
      <h2>{t('text.understood')}</h2>
      {paper.questions.length === 0 ? (
        <p className={styles.hint}>{t(text.trim() === '' ? 'text.nothing' : 'text.noNumbers')}</p>
      ) : (
        <ol>
          {paper.questions.slice(0, questionTextMax.questions).map((one, at) => (
            <ReadQuestion
              key={one.key}
              at={at}
              read={one}
              images={it.images[at] ?? []}
              score={it.marks(one.row)}
              problems={it.problems[at] ?? ''}
              chosen={chosen === at}
              onAct={act}
              onFix={fix}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The acts on lines and questions, the same ones while the dialog is open, so that unchanged questions are not drawn again. */
function usePaperActs(
  it: Paper,
  setChosen: (question: number | undefined) => void,
  setEditing: (editing: boolean) => void,
) {
  const latest = useRef(it);
  useEffect(() => {
    latest.current = it;
  });

  const decide = useCallback(
    (line: number, decision: LineDecision) => {
      latest.current.decide(line, decision);
      setChosen(undefined);
    },
    [setChosen],
  );
  const fix = useCallback(
    (at: number, row: PaperRow) => latest.current.correct(at, one => ({ ...one, row })),
    [],
  );
  const act = useCallback(
    (at: number, name: QuestionAct) => {
      const { correct, paper: now } = latest.current;
      if (name === 'find') {
        setEditing(false);
        setChosen(at);
      } else if (name === 'join') {
        const line = now.questions[at]?.from;
        if (line !== undefined) decide(line, 'join');
      } else if (name === 'leaveOut') correct(at, one => ({ ...one, leftOut: true }));
      else if (name === 'takeBack') correct(at, ({ leftOut: _, ...one }) => one);
      else correct(at, one => ({ ...one, checked: true }));
    },
    [decide, setChosen, setEditing],
  );
  const choose = useCallback(
    (at: number) => {
      setChosen(at);
      document.getElementById(`read-question-${at}`)?.scrollIntoView({ block: 'nearest' });
    },
    [setChosen],
  );
  return { decide, fix, act, choose };
}

import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls, type QuestionBank } from '@yikao/model/contexts/exam/exam.calls.ts';
import { difficulty, questionType } from '@yikao/model/contexts/exam/exam.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { Alert, Input, InputNumber, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { listAddress } from '../../../engine/link/page-address.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ExamSubjectPicker, type Place } from '../parts/ExamSubjectPicker.tsx';
import styles from './DrawDialog.module.css';
import { available, cellOf, marksOf, picksOf, shortTypes, type Wanted } from './picks.ts';

const { examPaper, question } = registry;

interface DrawDialogProps {
  readonly place: Place;
  readonly onDrawn: (paperId: number) => void;
  readonly onClose: () => void;
}

/** Draws a paper by type and difficulty, next to the numbers that the bank has (domain I4). */
export function DrawDialog({ place: first, onDrawn, onClose }: DrawDialogProps) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const id = useId();
  const [place, setPlace] = useState(first);
  const [paperName, setPaperName] = useState('');
  const [seed, setSeed] = useState('');
  const [wanted, setWanted] = useState<Wanted>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { subjectId } = place;
  const bank = useQuery({
    queryKey: ['rows', registry.question.name, 'bank', subjectId ?? 0],
    enabled: subjectId !== undefined,
    queryFn: ({ signal }) =>
      send(examCalls.bank, { query: { subjectId: subjectId ?? 0 }, signal, toast: false }),
  });
  const picks = picksOf(wanted);
  const short = bank.data ? shortTypes(bank.data, wanted) : [];
  const draw = async () => {
    if (subjectId === undefined) return setProblem(t('draw.noSubject'));
    if (paperName.trim() === '') return setProblem(t('draw.noName'));
    if (picks.length === 0) return setProblem(t('draw.noPicks'));
    setBusy(true);
    setProblem('');
    try {
      const body = { subjectId, paperName: paperName.trim(), seed: seed.trim(), picks };
      const { paperId, questionNum, totalScore } = await send(examCalls.draw, { body, toast: false });
      notice.success(t('draw.done', { count: questionNum, score: Number(totalScore) }));
      void refreshRows(examPaper);
      onDrawn(paperId);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.fieldErrors.map(({ message }) => message).join('；') || error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('draw.title')}
      width={760}
      okText={t('draw.go', { count: picks.reduce((all, { num }) => all + num, 0) })}
      busy={busy}
      okButtonProps={{ disabled: picks.length === 0 || short.length > 0 }}
      onOk={draw}
      onClose={onClose}
    >
      <div className={styles.choose}>
        <ExamSubjectPicker
          place={place}
          onChange={next => {
            setPlace(next);
            setWanted({});
          }}
        />
        <label htmlFor={`${id}-name`}>{examPaper.fields.paperName.label[language]}</label>
        <Input
          id={`${id}-name`}
          value={paperName}
          maxLength={limits.name}
          placeholder={t('draw.nameHint')}
          onChange={({ target }) => setPaperName(target.value)}
        />
        <label htmlFor={`${id}-seed`}>{examPaper.fields.seed.label[language]}</label>
        <Input
          id={`${id}-seed`}
          value={seed}
          maxLength={limits.shortName}
          placeholder={t('draw.seedHint')}
          title={examPaper.fields.seed.help?.[language]}
          onChange={({ target }) => setSeed(target.value)}
        />
      </div>
      {problem !== '' && <Alert className={styles.problem ?? ''} type="error" showIcon title={problem} />}
      {subjectId === undefined ? (
        <EmptyState size="small" picture="search" title={t('draw.noSubject')} />
      ) : bank.isError ? (
        <Alert type="error" showIcon title={bank.error.message} />
      ) : !bank.data ? (
        <Skeleton active />
      ) : bank.data.groups.length === 0 ? (
        <EmptyState size="small" title={t('draw.emptyBank')} hint={t('draw.emptyBankHint')}>
          {may(question, 'add') && (
            <PageLink to={listAddress(question, { subjectId })} onFollow={onClose}>
              {t('draw.toBank')}
            </PageLink>
          )}
        </EmptyState>
      ) : (
        <>
          <Numbers bank={bank.data} wanted={wanted} short={short} onChange={setWanted} />
          <Totals bank={bank.data} wanted={wanted} short={short} />
        </>
      )}
    </Dialog>
  );
}

interface NumbersProps {
  readonly bank: QuestionBank;
  readonly wanted: Wanted;
  readonly short: readonly number[];
  readonly onChange: (wanted: Wanted) => void;
}

/** The numbers to draw, a row a type and a column a difficulty. */
function Numbers({ bank, wanted, short, onChange }: NumbersProps) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const types = questionType.items.filter(({ code }) => available(bank, code, 0) > 0);
  const columns = [
    { code: 0, name: t('draw.any') },
    ...difficulty.items.map(({ code, label }) => ({ code: Number(code), name: label[language] })),
  ];
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('draw.type')}</th>
            {columns.map(({ code, name }) => (
              <th key={code} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(({ code: type, label }) => (
            <tr key={type} data-short={short.includes(type)}>
              <th scope="row">{label[language]}</th>
              {columns.map(({ code, name }) => {
                const most = available(bank, type, code);
                return (
                  <td key={code}>
                    <InputNumber
                      min={0}
                      max={most}
                      precision={0}
                      controls={false}
                      disabled={most === 0}
                      value={wanted[cellOf(type, code)] ?? null}
                      placeholder="0"
                      aria-label={`${label[language]} ${name}`}
                      suffix={<span className={styles.most}>/ {most}</span>}
                      onChange={num => onChange({ ...wanted, [cellOf(type, code)]: num ?? 0 })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Marks of the paper to be drawn, next to the full mark of the subject. */
function Totals({ bank, wanted, short }: Omit<NumbersProps, 'onChange'>) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const { least, most } = marksOf(bank, wanted);
  const full = Number(bank.fullScore);
  const marks = compare(least, most) === 0 ? String(Number(least)) : `${Number(least)}–${Number(most)}`;
  const names = questionType.items
    .filter(({ code }) => short.includes(code))
    .map(({ label }) => label[language]);
  return (
    <p className={styles.totals} role="status">
      {names.length > 0
        ? t('draw.short', { types: names.join(language === 'zh' ? '、' : ', ') })
        : t('draw.total', { marks, full })}
      {names.length === 0 && compare(least, bank.fullScore) > 0 && (
        <span className={styles.over}>{t('draw.over')}</span>
      )}
    </p>
  );
}

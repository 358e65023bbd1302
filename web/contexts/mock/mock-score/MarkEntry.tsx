import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockDoubleCalls } from '@yikao/model/contexts/mock/calls/mock-double.calls.ts';
import { type MarkProblem, readBlock } from '@yikao/model/contexts/mock/rules/mark-text.ts';
import { Alert, Segmented, Skeleton } from 'antd';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { RowPicker } from '../../../fields/pick/RowPicker.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { NoExam } from '../NoExam.tsx';
import { useChosenExam } from '../use-chosen-exam.ts';
import { EntryDifferences } from './EntryDifferences.tsx';
import styles from './MarkEntry.module.css';
import { type GridCell, type GridPlace, useMarkGrid } from './use-mark-grid.ts';

const { mockExam, mockRoom, mockScore } = registry;

interface CellProps {
  readonly row: number;
  readonly column: number;
  readonly label: string;
  readonly text: string;
  readonly state: GridCell['state'];
  readonly problem: string | undefined;
  /** Why the cell takes nothing and shows nothing. */
  readonly closed: string | undefined;
  readonly onCommit: (row: number, column: number, text: string) => void;
  readonly onMove: (row: number, column: number) => void;
  readonly onBlock: (row: number, column: number, text: string) => void;
}

/** One cell: typed text stays local until the cell is left. */
const MarkCell = memo(function MarkCell(props: CellProps) {
  const { row, column, label, text, state, problem, closed, onCommit, onMove, onBlock } = props;
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const keep = () => {
    if (typed !== undefined && typed.trim() !== text) onCommit(row, column, typed.trim());
    setTyped(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const whole = selectionStart === 0 && selectionEnd === value.length;
    const by: Readonly<Record<string, readonly [number, number]>> = {
      Enter: [event.shiftKey ? -1 : 1, 0],
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ...((whole || selectionEnd === 0) && { ArrowLeft: [0, -1] as const }),
      ...((whole || selectionStart === value.length) && { ArrowRight: [0, 1] as const }),
    };
    const step = by[event.key];
    if (event.key === 'Escape' && typed !== undefined) {
      // The dialog stays open: only the typed text is discarded.
      event.stopPropagation();
      setTyped(undefined);
    }
    if (!step) return;
    event.preventDefault();
    onMove(row + step[0], column + step[1]);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\t\n\r]/.test(pasted)) return;
    event.preventDefault();
    setTyped(undefined);
    onBlock(row, column, pasted);
  };
  return (
    <>
      <input
        className={styles.cell}
        data-at={`${row}-${column}`}
        data-state={state}
        aria-label={label}
        aria-invalid={state === 'wrong'}
        aria-describedby={problem ? id : undefined}
        aria-description={closed}
        title={problem ?? closed}
        autoComplete="off"
        readOnly={closed !== undefined}
        value={closed === undefined ? (typed ?? text) : '•••'}
        onChange={event => setTyped(event.target.value)}
        onFocus={event => event.target.select()}
        onBlur={keep}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {problem && (
        <small id={id} className={styles.problem}>
          {problem}
        </small>
      )}
    </>
  );
});

/** The cells of an exam, or of one of its rooms, for keyboard use. */
function MarkTable({ place }: { readonly place: GridPlace }) {
  const { t } = useTranslation('mock');
  const table = useRef<HTMLTableElement>(null);
  const words = useMemo(
    () => ({
      absent: t('marks.absent'),
      cheated: t('marks.cheated'),
      problem: (problem: MarkProblem, full: string) =>
        problem === 'aboveFull' ? t('marks.aboveFull', { full }) : t('marks.unreadable'),
      taken: (mark: string) => t('marks.taken', { mark: mark || t('marks.blank') }),
    }),
    [t],
  );
  const { grid, cellOf, whyClosed, commit, leave } = useMarkGrid(place, words);
  // The list behind shows the entries once the last one is saved.
  useEffect(() => () => void leave(), [leave]);
  const data = grid.data;
  const sessions = useMemo(() => data?.sessions ?? [], [data]);
  const pupils = useMemo(() => data?.pupils ?? [], [data]);

  const entriesOf = useCallback(
    (row: number, column: number, block: readonly (readonly string[])[]) =>
      block.flatMap((line, down) =>
        line.flatMap((text, right) => {
          const pupil = pupils[row + down];
          const session = sessions[column + right];
          if (!pupil || session?.jointCategoryId !== pupil.jointCategoryId) return [];
          if (whyClosed(pupil.studentId, session.infoId)) return [];
          return [
            {
              studentId: pupil.studentId,
              infoId: session.infoId,
              fullScore: session.fullScore,
              text: text.trim(),
            },
          ];
        }),
      ),
    [pupils, sessions, whyClosed],
  );
  const onCommit = useCallback(
    (row: number, column: number, text: string) => commit(entriesOf(row, column, [[text]])),
    [commit, entriesOf],
  );
  const onBlock = useCallback(
    (row: number, column: number, text: string) => commit(entriesOf(row, column, readBlock(text))),
    [commit, entriesOf],
  );
  const onMove = useCallback((row: number, column: number) => {
    table.current?.querySelector<HTMLInputElement>(`[data-at="${row}-${column}"]`)?.focus();
  }, []);

  if (grid.error) return <Alert type="error" showIcon title={grid.error.message} />;
  if (!data) return <Skeleton active />;
  if (pupils.length === 0) return <EmptyState title={t('marks.nobody')} hint={t('marks.nobodyHint')} />;
  const all = pupils.flatMap(({ studentId, jointCategoryId }) =>
    sessions
      .filter(one => one.jointCategoryId === jointCategoryId)
      .map(({ infoId }) => ({ ...cellOf(studentId, infoId), closed: whyClosed(studentId, infoId) })),
  );
  return (
    <>
      <p className={styles.hint}>{t('marks.hint')}</p>
      <div className={styles.scroll}>
        <table className={styles.table} ref={table}>
          <thead>
            <tr>
              <th scope="col">{t('marks.seat')}</th>
              <th scope="col">{t('marks.ticket')}</th>
              <th scope="col">{t('marks.name')}</th>
              {sessions.map(({ infoId, subjectName, fullScore }) => (
                <th key={infoId} scope="col" className={styles.session}>
                  {subjectName}
                  <small>{t('marks.full', { full: Number(fullScore) })}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pupils.map(({ studentId, studentName, ticketNo, roomNo, seatNo, jointCategoryId }, row) => (
              <tr key={studentId}>
                <td>{roomNo === null ? '—' : `${roomNo}-${seatNo ?? ''}`}</td>
                <td className={styles.number}>{ticketNo ?? '—'}</td>
                <th scope="row">{studentName}</th>
                {sessions.map(({ infoId, subjectName, jointCategoryId: of }, column) => {
                  const { text, state, problem } = cellOf(studentId, infoId);
                  const why = whyClosed(studentId, infoId);
                  const closed = why && t(`double.closed.${why}`);
                  return (
                    <td key={infoId} className={styles.entry}>
                      {of === jointCategoryId && (
                        <MarkCell
                          {...{ row, column, text, state, problem, closed, onCommit, onMove, onBlock }}
                          label={`${studentName} ${subjectName}`}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.told} role="status">
        {t('marks.progress', {
          done: all.filter(
            ({ text, state, closed }) => closed === 'entered' || (text !== '' && state === 'kept'),
          ).length,
          all: all.length,
          wrong: all.filter(({ state }) => state === 'wrong').length,
        })}
      </p>
    </>
  );
}

/** The views of an exam with double entry. */
type EntryView = 'first' | 'second' | 'compare';

/** Enters the marks of an exam room by room (domain H14, 10). `examId` is the exam that the list is narrowed to. */
export function MarkEntry({
  examId: first,
  onClose,
}: {
  readonly examId: number | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('mock');
  const language = useLanguage();
  const id = useId();
  const { examId, none, choose } = useChosenExam(first);
  const [roomId, setRoomId] = useState<number>();
  const [view, setView] = useState<EntryView>('first');
  const { data: compared } = useQuery({
    queryKey: ['mark-differences', examId ?? 0],
    enabled: examId !== undefined,
    queryFn: ({ signal }) =>
      send(mockDoubleCalls.differences, { query: { examId: examId ?? 0 }, signal, toast: false }),
  });
  const twice = compared?.doubleEntry === 1;
  return (
    <Dialog
      title={t('marks.enter')}
      width="min(1180px, calc(100vw - 32px))"
      style={{ top: 48 }}
      mask={{ closable: false }}
      footer={null}
      onClose={onClose}
    >
      <div className={styles.choose}>
        <label htmlFor={`${id}-exam`}>{mockScore.fields.examId.label[language]}</label>
        <RowPicker
          id={`${id}-exam`}
          dataset={mockExam}
          multiple={false}
          values={examId === undefined ? [] : [examId]}
          names={new Map()}
          where={{}}
          placeholder={t('marks.chooseExam')}
          disabled={false}
          required
          onChange={([chosen]) => {
            choose(chosen);
            setRoomId(undefined);
            setView('first');
          }}
        />
        <label htmlFor={`${id}-room`}>{t('marks.room')}</label>
        <RowPicker
          id={`${id}-room`}
          dataset={mockRoom}
          multiple={false}
          values={roomId === undefined ? [] : [roomId]}
          names={new Map()}
          where={examId === undefined ? {} : { examId }}
          placeholder={t('marks.allRooms')}
          disabled={examId === undefined}
          clearable
          onChange={([chosen]) => setRoomId(chosen)}
        />
      </div>
      {twice && (
        <Segmented<EntryView>
          className={styles.views ?? ''}
          value={view}
          aria-label={t('double.views')}
          options={[
            { value: 'first', label: t('double.first') },
            { value: 'second', label: t('double.second') },
            ...(compared.different === null
              ? []
              : [{ value: 'compare' as const, label: t('double.compare', { count: compared.different }) }]),
          ]}
          onChange={setView}
        />
      )}
      {examId === undefined ? (
        none && <NoExam onFollow={onClose} />
      ) : view === 'compare' && twice && compared.different !== null ? (
        <EntryDifferences examId={examId} {...compared} different={compared.different} />
      ) : (
        <MarkTable
          key={`${examId}-${roomId ?? 0}-${view}`}
          place={{ examId, roomId, pass: view === 'second' ? 2 : 1 }}
        />
      )}
    </Dialog>
  );
}

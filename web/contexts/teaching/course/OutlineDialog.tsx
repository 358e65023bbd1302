import {
  DownOutlined,
  HolderOutlined,
  PlayCircleOutlined,
  PlusOutlined,
  UpOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { courseCalls } from '@yikao/model/contexts/teaching/course.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { lazyDialog } from '../../../engine/boundary/lazy-dialog.tsx';
import { listRows } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import type { FormTarget } from '../../../engine/form/use-form-controller.ts';
import { useDragging } from '../../../engine/layout/use-dragging.ts';
import { OrderModal, OrderRows } from '../../../engine/order/OrderModal.tsx';
import { ToneTag } from '../../../fields/parts/CodeTag.tsx';
import styles from './OutlineDialog.module.css';
import { besideChapter, lessonOf, moveRow, type OutlineRow, orderOf, outlineOf } from './outline.ts';

const { course, lesson } = registry;

const FormDialog = lazyDialog(() => import('../../../engine/form/FormDialog.tsx'), 'FormDialog');
const PlayDialog = lazyDialog(() => import('./PlayDialog.tsx'), 'PlayDialog');

/** A course whose lessons are shown. */
export interface OutlinedCourse {
  readonly courseId: number;
  readonly courseName: string;
}

/** The tree of a course as it was read, and as the person has put it. */
function useOutline(courseId: number) {
  const { t } = useTranslation('teaching');
  const [draft, setDraft] = useState<readonly OutlineRow[]>();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = useQuery({
    queryKey: ['rows', lesson.name, 'outline', courseId],
    queryFn: async ({ signal }) => {
      const query = { courseId, current: 1, size: limits.orderedRows };
      const { records, total } = await listRows(lesson, query, signal);
      return { total, rows: outlineOf(records.map(lessonOf)) };
    },
    retry: false,
  });
  const reload = () => {
    setDraft(undefined);
    void read.refetch();
  };
  const rows = draft ?? read.data?.rows ?? [];
  return {
    ...{ rows, saving, problem, reload },
    loading: read.isPending,
    failed: read.isError,
    over: (read.data?.total ?? 0) > limits.orderedRows,
    dirty: draft !== undefined,
    put(next: readonly OutlineRow[]) {
      setProblem(undefined);
      setDraft(next);
    },
    async save() {
      const { lessons, chapters } = orderOf(rows);
      setSaving(true);
      setProblem(undefined);
      try {
        await send(courseCalls.orderLessons, {
          body: { courseId, rows: lessons.map(({ id, version }) => ({ id, version })), chapters },
          toast: false,
        });
        notice.success(t('outline.saved'));
        setDraft(undefined);
        void refreshRows(lesson, course);
        await read.refetch();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const stale = error.reason === 'staleVersion';
        setProblem(stale ? t('outline.stale') : error.message);
        if (stale) reload();
      } finally {
        setSaving(false);
      }
    },
  };
}
type Outline = ReturnType<typeof useOutline>;

/** The lessons of a course as a tree, put in order by dragging, keys and arrows, added to and played (domain J2). */
export function OutlineDialog({
  course: { courseId, courseName },
  onClose,
}: {
  readonly course: OutlinedCourse;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('teaching');
  const outline = useOutline(courseId);
  const [form, setForm] = useState<FormTarget>();
  const [played, setPlayed] = useState<number>();
  const editable = may(lesson, 'update');
  return (
    <OrderModal
      title={t('outline.title', { name: courseName })}
      width={760}
      order={outline}
      editable={editable}
      save={t('outline.save')}
      leave={t('outline.leave')}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('outline.hint')}</p>
      <OrderRows
        order={outline}
        isEmpty={outline.rows.length === 0}
        words={{
          tooMany: max => t('outline.tooMany', { max }),
          failed: t('outline.failed'),
          reload: t('outline.reload'),
          empty: t('outline.empty'),
          emptyHint: t('outline.emptyHint'),
        }}
      >
        <Rows
          outline={outline}
          editable={editable}
          onEdit={key => setForm({ mode: 'edit', key })}
          onPlay={setPlayed}
        />
      </OrderRows>
      {editable && <NewChapter outline={outline} />}
      {may(lesson, 'add') && (
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={outline.dirty}
          title={outline.dirty ? t('outline.saveFirst') : undefined}
          onClick={() => setForm({ mode: 'add', given: { courseId, courseName } })}
        >
          {t('outline.addLesson')}
        </Button>
      )}
      {form && (
        <FormDialog
          dataset={lesson}
          target={form}
          onClose={() => {
            setForm(undefined);
            outline.reload();
          }}
        />
      )}
      {played !== undefined && <PlayDialog lessonId={played} onClose={() => setPlayed(undefined)} />}
    </OrderModal>
  );
}

/** Adds a heading; it stays once a lesson lies below it. */
function NewChapter({ outline }: { readonly outline: Outline }) {
  const { t } = useTranslation('teaching');
  const [name, setName] = useState('');
  const known = outline.rows.some(row => row.kind === 'chapter' && row.name === name.trim());
  const add = () => {
    outline.put([...outline.rows, { kind: 'chapter', name: name.trim() }]);
    setName('');
  };
  return (
    <div className={styles.chapterInput}>
      <Input
        value={name}
        maxLength={limits.name}
        aria-label={t('outline.chapterName')}
        placeholder={t('outline.chapterName')}
        onChange={event => setName(event.target.value)}
        onPressEnter={() => name.trim() !== '' && !known && add()}
      />
      <Button disabled={name.trim() === '' || known} onClick={add}>
        {t('outline.addChapter')}
      </Button>
    </div>
  );
}

interface RowsProps {
  readonly outline: Outline;
  readonly editable: boolean;
  readonly onEdit: (lessonId: number) => void;
  readonly onPlay: (lessonId: number) => void;
}

/** The rows of the tree, dragged by their handle or moved by keys and arrows; every move is announced. */
function Rows({ outline, editable, onEdit, onPlay }: RowsProps) {
  const { t } = useTranslation('teaching');
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  const { rows } = outline;
  const put = (from: number, to: number) => {
    const moved = rows[from];
    const next = moveRow(rows, from, to);
    outline.put(next);
    const place = moved ? next.indexOf(moved) : to;
    if (moved) setTold(t('outline.moved', { name: moved.name, place: place + 1, count: rows.length }));
    return place;
  };
  const dragging = useDragging(
    rows,
    () => list.current,
    (_, from, to) => put(from, to),
  );
  const move = (from: number, way: -1 | 1) => {
    const to = rows[from]?.kind === 'chapter' ? besideChapter(rows, from, way) : from + way;
    if (to < 0 || to >= rows.length || to === from) return;
    const place = put(from, to);
    // The focus follows the handle of the moved row, so that the next key moves it again.
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>('[data-choice]')[place]?.querySelector('button')?.focus(),
    );
  };
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={t('outline.list')}>
        {dragging.shown.map((row, at) => (
          <li
            key={row.kind === 'chapter' ? `chapter/${row.name}` : row.id}
            className={styles.item}
            data-kind={row.kind}
            data-choice={at}
            data-dragged={dragging.at === at || undefined}
          >
            <button
              type="button"
              className={styles.handle}
              disabled={!editable}
              aria-label={t(row.kind === 'chapter' ? 'outline.chapterHandle' : 'outline.lessonHandle', {
                name: row.name,
              })}
              onPointerDown={event => dragging.take(at, event)}
              onKeyDown={event => {
                const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (way === undefined) return;
                event.preventDefault();
                move(at, way === 1 ? 1 : -1);
              }}
            >
              <HolderOutlined aria-hidden />
            </button>
            <span className={styles.name}>
              {row.name}
              {row.kind === 'lesson' && row.free && <ToneTag tone="done" text={t('outline.free')} />}
              {row.kind === 'lesson' && row.disabled && <ToneTag tone="plain" text={t('outline.disabled')} />}
              {row.kind === 'lesson' && row.video !== '' && <small>{row.video}</small>}
            </span>
            <span className={styles.actions}>
              {row.kind === 'lesson' && (
                <>
                  <Button
                    type="text"
                    size="small"
                    icon={<PlayCircleOutlined aria-hidden />}
                    aria-label={t('outline.play', { name: row.name })}
                    onClick={() => onPlay(row.id)}
                  />
                  {editable && (
                    <Button type="link" size="small" disabled={outline.dirty} onClick={() => onEdit(row.id)}>
                      {t('outline.edit')}
                    </Button>
                  )}
                </>
              )}
              {editable && (
                <>
                  <Button
                    type="text"
                    size="small"
                    icon={<UpOutlined aria-hidden />}
                    disabled={at === 0}
                    aria-label={t('outline.up', { name: row.name })}
                    onClick={() => move(at, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DownOutlined aria-hidden />}
                    disabled={at === rows.length - 1}
                    aria-label={t('outline.down', { name: row.name })}
                    onClick={() => move(at, 1)}
                  />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className="unseen" role="status" aria-live="polite">
        {told}
      </p>
    </>
  );
}

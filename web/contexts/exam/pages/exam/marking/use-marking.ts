import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  examCalls,
  type GivenMark,
  type MarkedSubject,
  type MarkTask,
} from '@yikao/model/contexts/exam/exam.calls.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../../engine/api/api-error.ts';
import { notice } from '../../../../../engine/api/notice.ts';
import { send } from '../../../../../engine/api/send.ts';
import { refreshRows } from '../../../../../engine/calls/refresh-rows.ts';

const { examAnswer } = registry;

/** The marking of a subject without its looks. */
export interface Marking {
  /** The answer that the person has taken. */
  readonly task: MarkTask | undefined;
  /** An answer marked before, whose mark is being corrected. */
  readonly corrected: GivenMark | undefined;
  /** The person's marks given and answers waiting. */
  readonly counts: Pick<MarkedSubject, 'done' | 'waiting'> | undefined;
  readonly loading: boolean;
  readonly busy: boolean;
  /** Why nothing could be taken, or why a mark was refused. */
  readonly problem: string | undefined;
  /** Gives the mark of the shown answer and takes the next one. */
  mark(score: string): void;
  /** Shows an answer marked before, or the next one again. */
  correct(given: GivenMark | undefined): void;
  /** Fetches the next answer again. */
  again(): void;
}

/** Controls the marking of a subject. */
export function useMarking(subjectId: number): Marking {
  const { t } = useTranslation('exam');
  const [corrected, setCorrected] = useState<GivenMark>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const next = useQuery({
    queryKey: ['exam-marking', subjectId],
    queryFn: ({ signal }) => send(examCalls.next, { body: { subjectId }, signal, toast: false }),
    // Taken once: it must not change under the marker's eyes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const subjects = useQuery({
    queryKey: ['rows', examAnswer.name, 'marking'],
    queryFn: ({ signal }) => send(examCalls.subjects, { signal, toast: false }),
  });
  const counts = subjects.data?.find(one => one.subjectId === subjectId);
  const answer = corrected ?? next.data ?? undefined;
  const again = () => {
    setRefused(undefined);
    void next.refetch();
    void refreshRows(examAnswer);
  };
  const mark = async (score: string) => {
    if (!answer || busy) return;
    setBusy(true);
    setRefused(undefined);
    try {
      await send(examCalls.mark, {
        body: { answerId: answer.answerId, score },
        toast: false,
      });
      notice.success(t('marking.saved', { score: Number(score) }));
      setCorrected(undefined);
      if (!corrected) await next.refetch();
      void refreshRows(examAnswer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.fieldErrors.map(({ message }) => message).join('；') || error.message);
    } finally {
      setBusy(false);
    }
  };
  return {
    task: next.data ?? undefined,
    corrected,
    counts,
    loading: next.isPending,
    busy: busy || next.isFetching,
    problem: refused ?? (next.isError ? next.error.message : undefined),
    mark: score => void mark(score),
    correct(given) {
      setRefused(undefined);
      setCorrected(given);
    },
    again,
  };
}

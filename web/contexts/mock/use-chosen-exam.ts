import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useState } from 'react';
import { z } from 'zod';
import { listOptions } from '../../engine/calls/dataset-calls.ts';
import { useStored } from '../../engine/layout/use-stored.ts';
import { useSession } from '../../engine/session/use-session.ts';

const { mockExam } = registry;

/** States of an exam that has marks, or takes them (domain 3.7). */
const withMarks = ['6', '7'];

/** Exams to begin with, newest first: those with marks, or all as long as there are none. */
async function exams(signal: AbortSignal): Promise<readonly number[]> {
  const keysOf = async (where: Readonly<Record<string, readonly string[]>>) =>
    (await listOptions(mockExam, { where }, signal)).map(({ examId }) => Number(examId));
  const marked = await keysOf({ examStatus: withMarks });
  return marked.length > 0 ? marked : keysOf({});
}

/** The exam that a page about marks shows. */
export interface ChosenExam {
  /** Undefined until it is known, and without any exam. */
  readonly examId: number | undefined;
  /** True if there is no exam within the person's reach. */
  readonly none: boolean;
  choose(examId: number | undefined): void;
}

/** Begins with the exam that a link names, else the person's last choice, else the newest exam with marks. */
export function useChosenExam(named: number | undefined): ChosenExam {
  const { userId } = useSession();
  const [chosen, setChosen] = useState(named);
  const [last, keep] = useStored(`yikao.exam.${userId}`, z.int(), 0);
  const { data } = useQuery({
    queryKey: ['rows', mockExam.name, 'chosen'],
    queryFn: ({ signal }) => exams(signal),
  });
  return {
    // The last one may have been deleted since.
    examId: chosen ?? (data?.includes(last) ? last : data?.[0]),
    none: data?.length === 0,
    choose(examId) {
      setChosen(examId);
      keep(examId ?? 0);
    },
  };
}

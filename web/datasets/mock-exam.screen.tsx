import { useQueryClient } from '@tanstack/react-query';
import { mockCalls } from '@yikao/model/calls/mock.ts';
import { mockMarkCalls } from '@yikao/model/calls/mock-marks.ts';
import { mockPrintCalls } from '@yikao/model/calls/mock-print.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../engine/api/api-error.ts';
import { notice } from '../engine/api/notice.ts';
import { send } from '../engine/api/send.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowAction } from '../engine/dataset/RowActions.tsx';
import type { RowTab } from '../engine/dataset/screen-parts.ts';
import { can } from '../engine/session/session.ts';
import { ExamProgress } from './mock-exam/ExamProgress.tsx';
import { useExamRun } from './mock-exam/use-exam-run.ts';

const { mockExam } = registry;

/** States of an exam in which numbers and seats are given, tickets released, and tickets withdrawn (domain 3.7). */
const numberable: readonly number[] = [2, 3, 4];
const arrangeable: readonly number[] = [2, 3];
const numbered = 3;
const arranged = 4;
const released = 5;
const scoring = 6;
const published = 7;

/** What a refused publishing tells of the marks that are missing. */
const missingMarks = z.object({
  missing: z.int(),
  list: z.array(
    z.object({ studentName: z.string(), ticketNo: z.string().nullable(), subjectName: z.string() }),
  ),
});
/** As many of them are shown by name. */
const mostShown = 10;

/** Mock exams (domain H1, 10): a dataset screen whose rows have what moves an exam on beside its steps. */
export default function MockExamPage() {
  const { t } = useTranslation('mock');
  const { modal } = App.useApp();
  const client = useQueryClient();
  const run = useExamRun();

  const actions = useMemo<RowAction<typeof mockExam>[]>(() => {
    /** Asks, makes a call, tells what came of it, and has the rows read again. */
    const ask = (title: string, make: () => Promise<string>) =>
      modal.confirm({
        title,
        onOk: async () => {
          try {
            notice.success(await make());
          } catch (error) {
            if (!(error instanceof ApiError)) throw error; // shown as a toast already
          }
          await Promise.all(
            ['rows', 'row'].map(area => client.invalidateQueries({ queryKey: [area, mockExam.name] })),
          );
        },
      });
    /** Tells whose marks are missing, or whatever else stands against publishing. */
    const tellMissing = (error: ApiError) => {
      const read = missingMarks.safeParse(error.data);
      const { missing, list } = read.success ? read.data : { missing: 0, list: [] };
      modal.error({
        title: error.message,
        content: list.length > 0 && (
          <ul>
            {list.slice(0, mostShown).map(({ studentName, ticketNo, subjectName }) => (
              <li key={`${ticketNo ?? studentName} ${subjectName}`}>
                {t('missing', { ticket: ticketNo ?? '', name: studentName, subject: subjectName })}
              </li>
            ))}
            {missing > mostShown && <li>{t('missingMore', { count: missing })}</li>}
          </ul>
        ),
      });
    };
    const all: (RowAction<typeof mockExam> & { readonly may: boolean })[] = [
      {
        key: 'generate',
        label: t('generate'),
        lead: true,
        may: can(mockCalls.generate.may),
        fits: ({ examStatus }) => numberable.includes(Number(examStatus)),
        act: ({ examId, examName }) =>
          ask(t('generateAsk', { name: examName }), async () => {
            const { id } = await send(mockCalls.numberExam, { body: { examId } });
            run(id);
            return t('runStarted');
          }),
      },
      {
        key: 'arrange',
        label: t('arrangeExam'),
        lead: true,
        may: can(mockCalls.arrangeExam.may),
        fits: ({ examStatus }) => arrangeable.includes(Number(examStatus)),
        act: ({ examId, examName }) =>
          ask(t('arrangeExamAsk', { name: examName }), async () => {
            const { id } = await send(mockCalls.arrangeExam, { body: { examId } });
            run(id);
            return t('runStarted');
          }),
      },
      {
        key: 'reset',
        label: t('reset'),
        danger: true,
        may: can(mockCalls.reset.may),
        fits: ({ examStatus }) => numberable.includes(Number(examStatus)),
        act: ({ examId, examName }) =>
          ask(t('resetAsk', { name: examName }), async () => {
            const { count } = await send(mockCalls.reset, { body: { examId } });
            return t('resetDone', { count });
          }),
      },
      {
        key: 'release',
        label: t('release'),
        lead: true,
        may: can(mockCalls.release.may),
        fits: ({ examStatus }) => examStatus === arranged,
        act: ({ examId, examName }) =>
          ask(t('releaseAsk', { name: examName }), async () => {
            const { count } = await send(mockCalls.release, { body: { examId, flag: 1 } });
            return t('released', { count });
          }),
      },
      {
        key: 'withdraw',
        label: t('withdraw'),
        danger: true,
        lead: true,
        may: can(mockCalls.release.may),
        fits: ({ examStatus }) => examStatus === released,
        act: ({ examId, examName }) =>
          ask(t('withdrawAsk', { name: examName }), async () => {
            await send(mockCalls.release, { body: { examId, flag: 0 } });
            return t('withdrawn');
          }),
      },
      {
        key: 'publish',
        label: t('publish'),
        lead: true,
        may: can(mockMarkCalls.publish.may),
        fits: ({ examStatus }) => examStatus === scoring,
        act: ({ examId, examName }) =>
          ask(t('publishAsk', { name: examName }), async () => {
            try {
              const told = await send(mockMarkCalls.publish, {
                body: { examId, publishFlag: 1 },
                toast: false,
              });
              return t('published', { ...told });
            } catch (error) {
              if (error instanceof ApiError) tellMissing(error);
              throw error;
            }
          }),
      },
      {
        key: 'unpublish',
        label: t('unpublish'),
        danger: true,
        lead: true,
        may: can(mockMarkCalls.publish.may),
        fits: ({ examStatus }) => examStatus === published,
        act: ({ examId, examName }) =>
          ask(t('unpublishAsk', { name: examName }), async () => {
            await send(mockMarkCalls.publish, { body: { examId, publishFlag: 0 } });
            return t('unpublished');
          }),
      },
      {
        key: 'print',
        label: t('print'),
        may: can(mockPrintCalls.data.may),
        fits: ({ examStatus }) => Number(examStatus) >= numbered,
        act: ({ examId }) => void window.open(`/print?examId=${examId}`),
      },
      {
        key: 'guide',
        label: t('printGuide'),
        may: can(mockPrintCalls.data.may),
        act: ({ examId }) => void window.open(`/printMkzn?examId=${examId}`),
      },
    ];
    return all.filter(({ may }) => may);
  }, [client, modal, run, t]);

  const tabs = useMemo<RowTab<typeof mockExam>[]>(
    () => [
      {
        key: 'progress',
        label: t('progress.title'),
        render: ({ examId }) => <ExamProgress examId={examId} />,
      },
    ],
    [t],
  );
  return <DatasetScreen dataset={mockExam} rowActions={actions} drawerTabs={tabs} />;
}

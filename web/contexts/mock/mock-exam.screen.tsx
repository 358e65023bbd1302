import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { mockPrintCalls } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { mockExamSteps } from '@yikao/model/contexts/mock/mock-exam.machine.ts';
import { leadsOn } from '@yikao/model/kernel/states.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import { useJobRun } from '../../engine/jobs/use-job-run.ts';
import { openPage, pageAddress } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { readSession } from '../../engine/session/session.ts';
import { ExamProgress } from './mock-exam/ExamProgress.tsx';
import { type Ask, publishActions } from './mock-exam/publish-actions.tsx';

const { mockExam } = registry;

/** Rows that numbers and seats of an exam change. */
const touched = [
  mockExam,
  registry.examArea,
  registry.mockStudent,
  registry.mockRoom,
  registry.arrange,
  registry.seat,
  registry.ticket,
];

/** States of an exam in which numbers and seats are given, tickets released, and tickets withdrawn (domain 3.7). */
const numberable: readonly number[] = [2, 3, 4];
const arrangeable: readonly number[] = [2, 3];
const numbered = 3;
const arranged = 4;
const released = 5;

/** Mock exams (domain H1, 10): a dataset screen with further row actions that move an exam on. */
export default function MockExamPage() {
  const { t } = useTranslation('mock');
  const modal = useQuestions();
  const run = useJobRun(touched);

  const actions = useMemo<RowAction<typeof mockExam>[]>(() => {
    /** Asks, makes a call, shows the result, and reloads the rows. */
    const ask: Ask = (title, make, content) =>
      void modal.confirm({
        title,
        content,
        onOk: async () => {
          await unlessRefused(async () => notice.success(await make()));
          await refreshRows(mockExam);
        },
      });
    return [
      {
        key: 'generate',
        label: t('generate'),
        lead: true,
        leadsOn: row => leadsOn(mockExamSteps, 'number', row),
        may: mockCalls.generate.may,
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
        leadsOn: row => leadsOn(mockExamSteps, 'arrange', row),
        may: mockCalls.arrangeExam.may,
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
        may: mockCalls.reset.may,
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
        may: mockCalls.release.may,
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
        may: mockCalls.release.may,
        fits: ({ examStatus }) => examStatus === released,
        act: ({ examId, examName }) =>
          ask(t('withdrawAsk', { name: examName }), async () => {
            await send(mockCalls.release, { body: { examId, flag: 0 } });
            return t('withdrawn');
          }),
      },
      ...publishActions({ t, modal, ask }),
      {
        key: 'print',
        label: t('print'),
        may: mockPrintCalls.data.may,
        fits: ({ examStatus }) => Number(examStatus) >= numbered,
        // Agencies print tickets once they are out (domain H13).
        against: ({ examStatus }) =>
          typeof readSession()?.agentId === 'number' && Number(examStatus) < released
            ? [t('printUnreleased')]
            : [],
        act: ({ examId }) => openPage(pageAddress('/print', { examId })),
      },
      {
        key: 'guide',
        label: t('printGuide'),
        may: mockPrintCalls.data.may,
        act: ({ examId }) => openPage(pageAddress('/printMkzn', { examId })),
      },
    ];
  }, [modal, run, t]);

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

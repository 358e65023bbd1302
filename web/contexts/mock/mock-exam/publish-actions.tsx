import type { registry } from '@yikao/model/contexts/datasets.ts';
import { mockMarkCalls } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { Checkbox, Flex } from 'antd';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import type { Questions } from '../../../engine/boundary/questions.ts';
import type { RowAction } from '../../../engine/row/RowActions.tsx';
import type { Say } from '../../../i18n/texts.ts';
import { MarkChanges } from './MarkChanges.tsx';

/** Asks a question, makes a call after a yes, shows the result, and reloads the exams. */
export type Ask = (title: string, make: () => Promise<string>, content?: ReactNode) => void;

/** State of an exam in which marks are entered, and in which they are published (domain 3.7). */
const scoring = 6;
const published = 7;

/** The missing marks in a refused publication. */
const missingMarks = z.object({
  missing: z.int(),
  list: z.array(
    z.object({ studentName: z.string(), ticketNo: z.string().nullable(), subjectName: z.string() }),
  ),
});

/** Most missing marks listed by name. */
const mostShown = 10;

/** A checkbox for notifying candidates and agencies by text message; off by default. */
function noticeWish(label: string) {
  let told = false;
  return {
    content: (
      <Checkbox
        onChange={({ target }) => {
          told = target.checked;
        }}
      >
        {label}
      </Checkbox>
    ),
    notice: () => (told ? 1 : 0),
  };
}

/** Publishing and withdrawing the marks of an exam, each optionally with text messages to those concerned. */
export function publishActions({
  t,
  modal,
  ask,
}: {
  readonly t: Say<['mock']>;
  readonly modal: Questions;
  readonly ask: Ask;
}): readonly RowAction<typeof registry.mockExam>[] {
  /** Shows the candidates with missing marks, or another reason against publishing. */
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
  return [
    {
      key: 'publish',
      label: t('publish'),
      lead: true,
      may: mockMarkCalls.publish.may,
      fits: ({ examStatus }) => examStatus === scoring,
      act: ({ examId, examName }) => {
        const wish = noticeWish(t('notice.publish'));
        ask(
          t('publishAsk', { name: examName }),
          async () => {
            try {
              const { studentNum, noticeNum } = await send(mockMarkCalls.publish, {
                body: { examId, publishFlag: 1, notice: wish.notice() },
                toast: false,
              });
              return noticeNum > 0
                ? t('publishedTold', { studentNum, noticeNum })
                : t('published', { studentNum });
            } catch (error) {
              if (error instanceof ApiError) tellMissing(error);
              throw error;
            }
          },
          <Flex vertical gap={12}>
            <MarkChanges examId={examId} />
            {wish.content}
          </Flex>,
        );
      },
    },
    {
      key: 'unpublish',
      label: t('unpublish'),
      danger: true,
      lead: true,
      may: mockMarkCalls.publish.may,
      fits: ({ examStatus }) => examStatus === published,
      act: ({ examId, examName }) => {
        const wish = noticeWish(t('notice.unpublish'));
        ask(
          t('unpublishAsk', { name: examName }),
          async () => {
            await send(mockMarkCalls.publish, {
              body: { examId, publishFlag: 0, notice: wish.notice() },
            });
            return t('unpublished');
          },
          wish.content,
        );
      },
    },
  ];
}

import { mockMarkCalls } from '@yikao/model/calls/mock-marks.ts';
import type { registry } from '@yikao/model/datasets/index.ts';
import { Checkbox } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { ApiError } from '../../engine/api/api-error.ts';
import { send } from '../../engine/api/send.ts';
import type { Questions } from '../../engine/boundary/questions.ts';
import type { RowAction } from '../../engine/dataset/RowActions.tsx';
import { can } from '../../engine/session/session.ts';

/** An action on an exam, for whoever may take it. */
export type ExamAction = RowAction<typeof registry.mockExam> & { readonly may: boolean };

/** Asks a question, makes a call on a yes, tells what came of it, and has the exams read again. */
export type Ask = (title: string, make: () => Promise<string>, content?: ReactNode) => void;

/** States of an exam whose marks come in, and whose marks are out (domain 3.7). */
const scoring = 6;
const published = 7;

/** The missing marks that a refused publishing tells of. */
const missingMarks = z.object({
  missing: z.int(),
  list: z.array(
    z.object({ studentName: z.string(), ticketNo: z.string().nullable(), subjectName: z.string() }),
  ),
});

/** As many of them are shown by name. */
const mostShown = 10;

/** A box in a question whether candidates and agencies are told by text message; off until somebody ticks it. */
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

/** Publishing the marks of an exam and withdrawing them, each with a text message to whom it concerns where one wishes. */
export function publishActions({
  t,
  modal,
  ask,
}: {
  readonly t: TFunction<'mock'>;
  readonly modal: Questions;
  readonly ask: Ask;
}): readonly ExamAction[] {
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
  return [
    {
      key: 'publish',
      label: t('publish'),
      lead: true,
      may: can(mockMarkCalls.publish.may),
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
          wish.content,
        );
      },
    },
    {
      key: 'unpublish',
      label: t('unpublish'),
      danger: true,
      lead: true,
      may: can(mockMarkCalls.publish.may),
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

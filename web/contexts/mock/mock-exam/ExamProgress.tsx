import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockMarkCalls } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import type { ExamProgress as Progress } from '@yikao/model/contexts/mock/calls/mock-progress.calls.ts';
import { mockProgressCalls } from '@yikao/model/contexts/mock/calls/mock-progress.calls.ts';
import { arrangeStatus, mockExamStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { mockExamSteps } from '@yikao/model/contexts/mock/mock-exam.machine.ts';
import type { CodeSet } from '@yikao/model/kernel/codes.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { nextState } from '@yikao/model/kernel/states.ts';
import { Flex, Skeleton, Steps, Table, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { can, readSession } from '../../../engine/session/session.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import type { Say } from '../../../i18n/texts.ts';
import { Qr } from '../print/Qr.tsx';
import styles from './ExamProgress.module.css';
import { MarkChanges } from './MarkChanges.tsx';

const { mockExam } = registry;

/** The states of an exam in order; numbers that contain the seat come after the arrangement. */
const way = [0, 1, 2, 3, 4, 5, 6, 7];
const seatWay = way.filter(state => state !== 3);
const locked = 2;
/** State of an exam in which marks are entered; they have been published at the earliest then. */
const scoring = 6;

/** The requirements of an exam's next step, or its automatic time. */
function waitsFor(
  { examStatus, seatPattern, sessions, areas, missingMarks, regEndTime, examEndTime, ticketTime }: Progress,
  t: Say<['mock']>,
): string[] {
  const sum = (of: (area: Progress['areas'][number]) => number) =>
    areas.reduce((all, area) => all + of(area), 0);
  const when = (holds: boolean, text: () => string) => (holds ? [text()] : []);
  const unnumbered = sum(({ registered, numbered }) => registered - numbered);
  const short = areas.filter(({ registered, seats }) => registered > seats);
  const open = areas.filter(area => area.registered > 0 && area.arrangeStatus !== locked);
  const seating = () => [
    ...short.map(({ areaName, registered, seats }) =>
      t('progress.short', { area: areaName, count: registered - seats }),
    ),
    ...when(open.length > 0, () =>
      t('progress.unlocked', { areas: open.map(({ areaName }) => areaName).join('、') }),
    ),
  ];
  switch (examStatus) {
    case 0:
      return [
        ...when(sessions === 0, () => t('progress.noSession')),
        ...when(areas.length === 0, () => t('progress.noArea')),
      ];
    case 1: {
      const pending = sum(area => area.pending);
      return [
        t('progress.closes', { time: regEndTime }),
        ...when(pending > 0, () => t('progress.pending', { count: pending })),
      ];
    }
    case 2:
      return seatPattern
        ? seating()
        : when(unnumbered > 0, () => t('progress.unnumbered', { count: unnumbered }));
    case 3:
      return seating();
    case 4: {
      const standing = sum(({ registered, seated }) => registered - seated);
      return [
        ...when(unnumbered > 0, () => t('progress.unnumbered', { count: unnumbered })),
        ...when(standing > 0, () => t('progress.unseated', { count: standing })),
        ...when(ticketTime !== null, () => t('progress.tickets', { time: ticketTime })),
      ];
    }
    case 5:
      return [t('progress.finishes', { time: examEndTime })];
    case 6:
      return when((missingMarks ?? 0) > 0, () => t('progress.marks', { count: missingMarks }));
    default:
      return [];
  }
}

/**
 * Progress of an exam: its states, the requirements of the next one, the registration code, and the figures of its
 * areas.
 */
export function ExamProgress({ examId }: { readonly examId: number }) {
  const { t } = useTranslation('mock');
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['rows', mockExam.name, 'progress', examId],
    queryFn: ({ signal }) => send(mockProgressCalls.progress, { query: { examId }, signal, toast: false }),
  });
  if (!data) return <Skeleton active />;
  const states = data.seatPattern ? seatWay : way;
  const at = states.indexOf(data.examStatus);
  const waiting = waitsFor(data, t);
  // The same step is the blue button of the details.
  const next = nextState(mockExamSteps, { ...data, seatPattern: data.seatPattern ? 1 : 0 });
  const session = readSession();
  const changes =
    data.examStatus >= scoring && can(mockMarkCalls.changes.may) && typeof session?.agentId !== 'number';
  return (
    <Flex vertical gap={16}>
      {changes && <MarkChanges examId={examId} />}
      <Steps
        size="small"
        titlePlacement="vertical"
        current={at === -1 ? states.length : at}
        items={states.map(state => ({ title: nameOf(mockExamStatus, state, language) }))}
      />
      <div className={styles.now}>
        <section>
          <h2>
            {next === undefined ? t('progress.over') : t('progress.next', { state: next.label[language] })}
          </h2>
          {next !== undefined &&
            (waiting.length > 0 ? (
              <ul>
                {waiting.map(text => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ) : (
              <p>{t('progress.ready')}</p>
            ))}
        </section>
        {data.regCode !== null && (
          <figure>
            <Qr of={data.regCode} size={96} />
            <figcaption>
              {t('progress.code')}
              <Typography.Text code copyable>
                {data.regCode}
              </Typography.Text>
            </figcaption>
          </figure>
        )}
      </div>
      <Table
        size="small"
        rowKey="areaId"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={data.areas}
        columns={[
          {
            title: t('progress.area'),
            render: (_, { areaNo, areaName }) => `${areaNo} ${areaName}`,
          },
          {
            title: t('progress.quota'),
            align: 'right',
            render: (_, { quota }) => (quota === 0 ? t('progress.noQuota') : quota),
          },
          ...(['seats', 'registered', 'pending', 'numbered', 'seated'] as const).map(name => ({
            title: t(`progress.of.${name}`),
            dataIndex: name,
            align: 'right' as const,
          })),
          {
            title: t('progress.arrangement'),
            render: (_, { arrangeStatus: status }) =>
              status === null ? t('progress.notArranged') : nameOf(arrangeStatus, status, language),
          },
        ]}
      />
    </Flex>
  );
}

/** The name of a code in the language. */
function nameOf({ items }: CodeSet, code: number, language: Language): string {
  return items.find(one => one.code === code)?.label[language] ?? String(code);
}

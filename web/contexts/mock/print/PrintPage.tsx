import { useQuery } from '@tanstack/react-query';
import {
  mockPrintCalls,
  type PrintData,
  type printTypes,
} from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { type PrintPageKey, paperSize } from '@yikao/model/contexts/mock/rules/print-templates.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Skeleton, Space } from 'antd';
import { type CSSProperties, type ReactNode, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { FieldServicesProvider } from '../../../engine/field-services.tsx';
import { type PageKey, pageAddress, useGoTo } from '../../../engine/link/page-address.ts';
import { can } from '../../../engine/session/session.ts';
import { useSessionState } from '../../../engine/session/use-session.ts';
import { storedImagesLoaded } from '../../../fields/files/use-stored-image.ts';
import styles from './PrintPage.module.css';
import paper from './paper.module.css';
import { sampleOf } from './sample.ts';
import { type PrintTexts, usePrintTexts } from './texts.ts';

type PrintType = (typeof printTypes)[number];

interface PrintPageProps {
  /** The page of the template. */
  readonly page: PrintPageKey;
  readonly type: PrintType;
  /** Counts tickets as printed when they were. */
  readonly counts?: boolean;
  /** The part that it adds to the bar above the paper. */
  readonly tools?: ReactNode;
  /** The sheets of paper. */
  readonly children: (data: PrintData) => ReactNode;
}

/** Part of the address that names an exam, an area and so on. */
function numberOf(query: URLSearchParams, name: PageKey<'/print'>): number | undefined {
  const value = Number(query.get(name));
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The query of the address; undefined if it names no exam. */
function askOf(query: URLSearchParams, page: PrintPageKey, type: PrintType) {
  const examId = numberOf(query, 'examId');
  if (examId === undefined) return undefined;
  const studentIds = query
    .getAll('studentIds')
    .flatMap(text => text.split(','))
    .map(Number)
    .filter(id => Number.isSafeInteger(id) && id > 0);
  const named = Object.fromEntries(
    (['areaId', 'agentId', 'roomId'] as const).flatMap(name => {
      const value = numberOf(query, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    ...{ examId, type, ...named },
    // The general address prints the exam's chosen template, every other one its own.
    ...(page !== 'print' && { templateKey: page }),
    ...(query.get('changedFlag') === '1' && { changedFlag: 1 }),
    ...(query.get('changedFlag') === '0' && { changedFlag: 0 }),
    part: numberOf(query, 'part') ?? 1,
    ...(studentIds.length > 0 && { studentIds: studentIds.join(',') }),
  };
}

/** Why the page shows a sample, or undefined. */
function whySample(texts: PrintTexts, session: unknown, asked: unknown) {
  if (!session) return { message: texts.logIn, description: texts.logInText, login: true };
  if (!can(mockPrintCalls.data.may)) return { message: texts.notAllowed, description: texts.notAllowedText };
  if (!asked) return { message: texts.chooseFirst, description: texts.chooseFirstText };
  return undefined;
}

/** Waits until the page's pictures are loaded or have failed, so that prints include them. */
async function picturesLoaded(): Promise<void> {
  await storedImagesLoaded();
  await Promise.allSettled([...document.images].map(image => image.decode()));
}

/**
 * The frame of every print page (domain section 5): the data for its address, or a sample with the reason; paper and
 * margins of its template; a bar that is not printed.
 */
export function PrintPage({ page, type, counts = false, tools, children }: PrintPageProps) {
  const texts = usePrintTexts();
  const goTo = useGoTo();
  const { session } = useSessionState();
  const [query, setQuery] = useSearchParams();
  const [preparing, setPreparing] = useState(false);
  const ask = askOf(query, page, type);
  const sample = whySample(texts, session, ask);
  const asked = useQuery({
    queryKey: ['print', ask],
    queryFn: ({ signal }) =>
      // Without an exam nothing is loaded; see `enabled`.
      send(mockPrintCalls.data, { query: ask ?? { examId: 0 }, signal, toast: false }),
    enabled: ask !== undefined && sample === undefined,
    retry: false,
    staleTime: 0,
  });
  const data = sample ? sampleOf(page) : asked.data;
  const log = useCallback(() => void logPrinted(asked.data, texts), [asked.data, texts]);
  useEffect(() => {
    if (!counts || sample) return;
    window.addEventListener('afterprint', log);
    return () => window.removeEventListener('afterprint', log);
  }, [counts, sample, log]);

  const print = async () => {
    setPreparing(true);
    await picturesLoaded();
    setPreparing(false);
    window.print();
  };
  const part = ask?.part ?? 1;
  const parts = Math.ceil((data?.total ?? 0) / limits.printMax);
  const showPart = (to: number) =>
    setQuery(
      now => new URLSearchParams([...now].filter(([key]) => key !== 'part').concat([['part', String(to)]])),
    );
  const nothing =
    asked.data && type !== 'guide' && asked.data.pages.length === 0 && asked.data.rooms.length === 0;
  return (
    <FieldServicesProvider>
      <main className={styles.desk}>
        <div className={styles.bar}>
          <Space wrap>
            <Button onClick={() => (window.history.length > 1 ? window.history.back() : window.close())}>
              {texts.back}
            </Button>
            <h1>{type === 'guide' ? texts.guide : type === 'ticket' ? texts.ticket : texts.roomSheets}</h1>
            {tools}
          </Space>
          <Space wrap>
            {parts > 1 && data && (
              <>
                <span>
                  {texts.part(
                    (part - 1) * limits.printMax + 1,
                    (part - 1) * limits.printMax + data.pages.length,
                    data.total,
                  )}
                </span>
                <Button disabled={part <= 1} onClick={() => showPart(part - 1)}>
                  {texts.earlier}
                </Button>
                <Button disabled={part >= parts} onClick={() => showPart(part + 1)}>
                  {texts.later}
                </Button>
              </>
            )}
            <Button type="primary" disabled={!data || nothing} loading={preparing} onClick={print}>
              {preparing ? texts.printing : texts.print}
            </Button>
          </Space>
        </div>
        <div className={styles.told}>
          {sample && (
            <Alert
              type="info"
              showIcon
              title={sample.message}
              description={sample.description}
              action={
                sample.login && (
                  <Button
                    size="small"
                    onClick={() =>
                      goTo(pageAddress('/login', { back: window.location.pathname + window.location.search }))
                    }
                  >
                    {texts.goLogIn}
                  </Button>
                )
              }
            />
          )}
          {asked.isError && !sample && (
            <Alert
              type="warning"
              showIcon
              title={texts.failed}
              description={asked.error instanceof ApiError ? asked.error.message : undefined}
              action={
                <Button size="small" onClick={() => asked.refetch()}>
                  {texts.again}
                </Button>
              }
            />
          )}
          {nothing && <Alert type="warning" showIcon title={texts.nobody} description={texts.nobodyText} />}
          {!sample && counts && asked.data && !asked.data.exam.released && !nothing && (
            <Alert type="warning" showIcon title={texts.unreleased} />
          )}
        </div>
        {data
          ? !nothing && (
              <Paper data={data} sample={sample ? texts.sample : undefined}>
                {children(data)}
              </Paper>
            )
          : !asked.isError && <Skeleton active paragraph={{ rows: 16 }} className={styles.told ?? ''} />}
      </main>
    </FieldServicesProvider>
  );
}

/** Paper of a template: its size for the printer, and for the sheets drawn on it. */
export function Paper({
  data: { template },
  sample,
  children,
}: {
  readonly data: Pick<PrintData, 'template'>;
  readonly sample?: string | undefined;
  readonly children: ReactNode;
}) {
  const { css, width, height } = paperSize(template.paper);
  return (
    <div
      className={paper.papers}
      data-sample={sample}
      style={
        {
          '--paper-width': `${width}mm`,
          '--paper-height': `${height}mm`,
          '--on-page': template.perPage,
        } as CSSProperties
      }
    >
      <style>{`@page { size: ${css}; margin: 8mm; }`}</style>
      {children}
    </div>
  );
}

/** Records the shown tickets as printed; a failure is shown and changes nothing else. */
async function logPrinted(data: PrintData | undefined, texts: PrintTexts): Promise<void> {
  const studentIds = data?.pages.map(({ studentId }) => studentId) ?? [];
  if (!data || studentIds.length === 0) return;
  try {
    const digests = data.pages.flatMap(({ digest }) => digest ?? []);
    await send(mockPrintCalls.log, {
      body: {
        examId: data.exam.examId,
        studentIds,
        // The paper shows what was loaded, which may be older than the data by now.
        ...(digests.length === studentIds.length && { digests }),
      },
      toast: false,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notice.warning(texts.logged);
  }
}

import { CheckCircleOutlined } from '@ant-design/icons';
import { type WaitingWork, waitingCalls } from '@yikao/model/calls/waiting-calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { lazyCode } from '../../loading/lazy-code.ts';
import { send } from '../api/send.ts';
import { LoadFailed } from '../boundary/LoadFailed.tsx';
import { useKept } from '../layout/use-kept.ts';
import { useSession } from '../session/use-session.ts';
import { WaitingRowsCard } from './WaitingRowsCard.tsx';
import styles from './waiting.module.css';

/** Most people have no job that waits: its card, with the dialog of a job, is no part of the first download. */
const WaitingJobs = lazyCode(() => import('./WaitingJobs.tsx'), 'WaitingJobs');

/** Milliseconds between updates: while a job runs, and otherwise. */
const refreshMs = { running: limits.jobRefreshMs, quiet: 60_000 } as const;

/** Up to this many cards show all rows that the server gives; more show a few each. */
const fewCards = 3;
/** Rows of a card among many. */
const rowsAmongMany = 4;
/** Cards shown until the person asks for the rest. */
const cardsAtFirst = 6;

/** The kinds of jobs, the most urgent first. */
const jobKinds = ['running', 'refused', 'undoable'] as const;

/** The work that waits for the person today: the first thing on every home page, whatever else it shows. `onShown` is called when
 * it has its height, so that what follows need not move. */
export function WaitingSection({ onShown }: { readonly onShown?: () => void }) {
  const { t } = useTranslation('engine');
  const { userId } = useSession();
  const work = useKept<WaitingWork>({
    queryKey: ['waiting', userId],
    queryFn: ({ signal }) => send(waitingCalls.all, { signal, toast: false }),
    refetchInterval: ({ state }) =>
      (state.data?.jobs.running.length ?? 0) > 0 ? refreshMs.running : refreshMs.quiet,
  });
  return (
    <section className={styles.section} aria-label={t('waiting.title')}>
      <h2>{t('waiting.title')}</h2>
      {work.error && !work.data && (
        <>
          <LoadFailed of={work} />
          <Shown onShown={onShown} />
        </>
      )}
      {work.loading && <Holding />}
      {work.data && (
        // All cards come together: one that came later would move the others under the pointer.
        <CodeSuspense fallback={<Holding />}>
          <Cards work={work.data} />
          <Shown onShown={onShown} />
        </CodeSuspense>
      )}
    </section>
  );
}

/** Reports that the content before it is shown, and has its final height. */
function Shown({ onShown }: { readonly onShown: (() => void) | undefined }) {
  useEffect(() => onShown?.(), [onShown]);
  return null;
}

/** Keeps the room of the cards until they are there. */
function Holding() {
  return <div className={styles.holding} aria-hidden />;
}

function Cards({ work: { rows, jobs } }: { readonly work: WaitingWork }) {
  const { t } = useTranslation('engine');
  const [whole, setWhole] = useState(false);
  const kinds = jobKinds.filter(kind => jobs[kind].length > 0);
  const count = rows.length + kinds.length;
  if (count === 0) {
    return (
      <p className={styles.none}>
        <CheckCircleOutlined aria-hidden />
        {t('waiting.none')}
      </p>
    );
  }
  const size = count <= fewCards ? limits.waitingRows : rowsAmongMany;
  // One more card takes no more room than the button that would show it.
  const left = whole || count <= cardsAtFirst + 1 ? 0 : count - cardsAtFirst;
  return (
    <>
      <div className={styles.cards}>
        {kinds.map(kind => (
          <WaitingJobs key={kind} kind={kind} jobs={jobs[kind].slice(0, size)} />
        ))}
        {rows.slice(0, rows.length - left).map(of => (
          <WaitingRowsCard key={of.name} of={of} size={size} />
        ))}
      </div>
      {left > 0 && (
        <Button type="link" className={styles.rest ?? ''} onClick={() => setWhole(true)}>
          {t('waiting.rest', { count: left })}
        </Button>
      )}
    </>
  );
}

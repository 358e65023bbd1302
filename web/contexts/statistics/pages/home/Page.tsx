import { statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { useCallback, useState } from 'react';
import { send } from '../../../../engine/api/send.ts';
import { useKept } from '../../../../engine/layout/use-kept.ts';
import { useSession } from '../../../../engine/session/use-session.ts';
import { WaitingSection } from '../../../../engine/waiting/WaitingSection.tsx';
import { AdminBoard } from './AdminBoard.tsx';
import styles from './boards.module.css';
import { SaleBoard } from './SaleBoard.tsx';
import { Welcome } from './Welcome.tsx';

/**
 * The home page: the work that waits for the person, then a part by user type (spec section 1): the admin flag shows the admin dashboard, the sale flag or the parameter
 * `dashboard.saleUserIds` the sales dashboard, and everyone else sees a welcome heading.
 */
export default function HomePage() {
  const { userId } = useSession();
  const [shown, setShown] = useState(false);
  const show = useCallback(() => setShown(true), []);
  const home = useKept({
    queryKey: [statisticsCalls.home.path, userId],
    queryFn: ({ signal }) => send(statisticsCalls.home, { signal, toast: false }),
  });
  // If the data fails to load, the links to pages are still shown.
  if (!home.data && !home.error) return null;
  if (!home.data || home.data.board === 'welcome') return <Welcome />;
  const { board, headlineYear } = home.data;
  return (
    <>
      <div className={styles.waiting}>
        <WaitingSection onShown={show} />
      </div>
      {/* It loads behind the work that waits, and is seen where it stays. */}
      <div className={shown ? undefined : styles.later}>
        {board === 'admin' ? <AdminBoard year={headlineYear} /> : <SaleBoard />}
      </div>
    </>
  );
}

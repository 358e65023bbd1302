import { statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { send } from '../../../../engine/api/send.ts';
import { useKept } from '../../../../engine/layout/use-kept.ts';
import { useSession } from '../../../../engine/session/use-session.ts';
import { AdminBoard } from './AdminBoard.tsx';
import { SaleBoard } from './SaleBoard.tsx';
import { Welcome } from './Welcome.tsx';

/**
 * The home page by user type (spec section 1): the admin flag shows the admin dashboard, the sale flag or the parameter
 * `dashboard.saleUserIds` the sales dashboard, and everyone else sees a welcome heading.
 */
export default function HomePage() {
  const { userId } = useSession();
  const home = useKept({
    queryKey: [statisticsCalls.home.path, userId],
    queryFn: ({ signal }) => send(statisticsCalls.home, { signal, toast: false }),
  });
  if (home.data?.board === 'admin') return <AdminBoard year={home.data.headlineYear} />;
  if (home.data?.board === 'sale') return <SaleBoard />;
  // If the data fails to load, the links to pages are still shown.
  return home.data || home.error ? <Welcome /> : null;
}

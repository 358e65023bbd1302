import { clickTypes } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { KeyStatistics } from '../../../parts/KeyStatistics.tsx';

/** Order statistics by the type-status keys of spec section 4. */
export default function OrderStatisticsPage() {
  return <KeyStatistics clickType={clickTypes.online} />;
}

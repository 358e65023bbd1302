import { clickTypes } from '@yikao/model/calls/statistics.ts';
import { KeyStatistics } from '../../../engine/statistics/KeyStatistics.tsx';

/** Order statistics by the type-status keys of spec section 4. */
export default function OrderStatisticsPage() {
  return <KeyStatistics clickType={clickTypes.online} />;
}

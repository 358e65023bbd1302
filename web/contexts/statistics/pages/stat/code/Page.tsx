import { clickTypes } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { KeyStatistics } from '../../../parts/KeyStatistics.tsx';

/** Statistics of activation codes by the type-status keys of spec section 4. */
export default function CodeStatisticsPage() {
  return <KeyStatistics clickType={clickTypes.code} />;
}

import { clickTypes } from '@yikao/model/calls/statistics.ts';
import { KeyStatistics } from '../../../engine/statistics/KeyStatistics.tsx';

/** Statistics of activation codes by the type-status keys of spec section 4. */
export default function CodeStatisticsPage() {
  return <KeyStatistics clickType={clickTypes.code} />;
}

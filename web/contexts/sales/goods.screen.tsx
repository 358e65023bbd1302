import { registry } from '@yikao/model/contexts/datasets.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { StockCell } from './goods/StockCell.tsx';

const overrides = { cells: { stock: StockCell } };

/** Goods (domain G5), with the remainder of limited stock. */
export default function GoodsPage() {
  return <DatasetScreen dataset={registry.goods} overrides={overrides} />;
}

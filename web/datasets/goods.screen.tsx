import { registry } from '@yikao/model/datasets/index.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import { StockCell } from './goods/StockCell.tsx';

const overrides = { cells: { stock: StockCell } };

/** Goods (domain G5), with how much of a limited stock is left. */
export default function GoodsPage() {
  return <DatasetScreen dataset={registry.goods} overrides={overrides} />;
}

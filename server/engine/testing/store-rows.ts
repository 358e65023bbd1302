import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Engine } from '../engine.ts';
import { insertRows } from '../write/internal-write.ts';
import { transact } from '../write/transaction.ts';

/** Stores rows for a test as {@link insertRows} does, in one transaction; returns their keys in order. */
export function storeRows<D extends AnyDataset>(
  engine: Engine,
  dataset: D,
  rows: Parameters<typeof insertRows<D>>[3],
  by: Parameters<typeof insertRows<D>>[4],
): Promise<number[]> {
  return transact(engine.db, tx => insertRows(engine, tx, dataset, rows, by));
}

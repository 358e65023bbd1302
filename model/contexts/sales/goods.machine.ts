import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** Goods are listed and delisted; stock is changed by an amount, never overwritten (domain G5). */
export const goodsSteps = defineSteps(
  registry.goods,
  'upStatus',
  { start: 'off', end: [] },
  {
    shelve: {
      move: { off: 'on' },
      label: label('上架', 'Put on sale'),
      may: 'update',
      by: ['person', 'step'],
      bulk: 'each',
    },
    unshelve: {
      move: { on: 'off' },
      label: label('下架', 'Take off sale'),
      may: 'update',
      by: ['person', 'step'],
      bulk: 'each',
    },
    restock: {
      label: label('调整库存', 'Adjust stock'),
      may: 'update',
      inputs: {
        stockChange: field.integer({
          label: label('增减数量', 'Change by'),
          required: true,
          min: -1_000_000,
          max: 1_000_000,
          signed: true,
          help: label(
            '正数入库，负数出库；不限库存的商品从 0 起计',
            'Positive adds, negative removes; goods without a limit start from 0',
          ),
        }),
      },
    },
    unlimit: {
      label: label('不限库存', 'No limit'),
      may: 'update',
      ask: label('之后不再按库存限制购买', 'Purchases are no longer limited by stock'),
      needs: { limited: [row => row.stock !== -1, label('库存已是不限', 'The stock is already unlimited')] },
    },
  },
);

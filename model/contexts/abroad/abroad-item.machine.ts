import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** Programmes are put on the shelf and taken off it: a free choice, in form, import and batch too (domain O3). */
export const abroadItemSteps = defineSteps(
  registry.abroadItem,
  'upStatus',
  { start: 'off', end: [], toggle: true },
  {
    shelve: { move: { off: 'on' }, label: label('上架', 'Put on sale'), may: 'update', bulk: 'each' },
    unshelve: {
      move: { on: 'off' },
      label: label('下架', 'Take off sale'),
      may: 'update',
      bulk: 'each',
      danger: true,
      ask: label(
        '下架后不能再下单，留学服务中心不再展示；已有订单不受影响',
        'It can no longer be ordered and is removed from the public page; existing orders are not affected',
      ),
    },
  },
);

import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** Goods are on or off in a room, and one of them is explained; the stock is changed by an amount (domain J6). */
export const liveRoomGoodsSteps = defineSteps(
  registry.liveRoomGoods,
  'upStatus',
  { start: 'on', end: [] },
  {
    on: { move: { off: 'on' }, label: label('上架', 'Put on sale'), may: 'update', bulk: 'each' },
    off: { move: { on: 'off' }, label: label('下架', 'Take off sale'), may: 'update', bulk: 'each' },
    explain: {
      move: { on: 'on' },
      label: label('讲解', 'Present'),
      may: 'update',
      needs: { living: label('直播间未在直播', 'The live room is not live') },
    },
    unexplain: {
      move: { on: 'on' },
      label: label('结束讲解', 'End presenting'),
      may: 'update',
      needs: { explained: label('没有在讲解', 'It is not being presented') },
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
            '正数增加，负数减少；不限库存的从 0 起计',
            'Positive adds, negative removes; goods without a limit start from 0',
          ),
        }),
      },
    },
  },
);

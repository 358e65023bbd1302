import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';
import { liveSwitch } from './teaching.codes.ts';

/** A room starts, stops by hand or by the clock, and begins again with another session (domain 3.12). */
export const liveSteps = defineSteps(
  registry.live,
  'liveStatus',
  {
    start: 'idle',
    end: [],
    edit: {
      idle: 'all',
      living: ['title', 'notice', 'playUrl', 'cover'],
      ended: 'all',
      disabled: 'all',
    },
    delete: ['idle', 'ended', 'disabled'],
  },
  {
    start: {
      move: { idle: 'living' },
      label: label('开播', 'Start'),
      needs: {
        enabled: [({ status }) => status === liveSwitch.is.on, label('直播间已停用', 'The room is disabled')],
        anchorFree: label('该主播正在另一个直播间直播', 'This anchor is live in another room'),
      },
      returns: ['startTime', 'stopDue'],
      alias: ['POST /start'],
    },
    stop: {
      move: { living: 'ended' },
      label: label('下播', 'Stop'),
      by: ['person', 'clock'],
      due: 'stopDue',
      ask: label(
        '下播后不再发放推流地址，已发放的最迟 10 分钟后不能再开始推流；请同时停止推流软件。本场数据定格',
        'No more push addresses are issued, and the last one starts no stream after 10 minutes; stop your broadcasting program as well. The figures of the session become final',
      ),
      danger: true,
      alias: ['POST /stop'],
    },
    reopen: { move: { ended: 'idle' }, label: label('再开一场', 'Another session'), may: 'start' },
    disable: {
      move: { idle: 'disabled', ended: 'disabled' },
      label: label('禁用', 'Disable'),
      may: 'update',
      danger: true,
      bulk: 'each',
    },
    enable: { move: { disabled: 'idle' }, label: label('解除禁用', 'Enable'), may: 'update', bulk: 'each' },
  },
);

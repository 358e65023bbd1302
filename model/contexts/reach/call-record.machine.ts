import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** The parts of a notice that the call keeps. */
const told = {
  taskId: 'optional',
  callDuration: 'optional',
  beginTime: 'optional',
  endTime: 'optional',
  outboundNumber: 'optional',
  remark: 'optional',
} as const;

/**
 * A call from dialling to its end, moved by the vendor's notice. A call of which nothing was heard counts as not
 * connected; a notice that comes later still corrects it.
 */
export const callRecordSteps = defineSteps(
  registry.callRecord,
  'callStatus',
  { start: 'dialling', end: [], delete: [], edit: {} },
  {
    connect: {
      move: { dialling: 'connected', missed: 'connected' },
      label: label('接通', 'Connect'),
      by: ['vendor'],
      form: told,
    },
    miss: {
      move: { dialling: 'missed' },
      label: label('未接通', 'Not connected'),
      by: ['vendor'],
      form: { ...told, errorMsg: 'optional' },
    },
    giveUp: {
      move: { dialling: 'missed' },
      label: label('没有收到话单', 'No notice came'),
      by: ['clock'],
      due: 'giveUpTime',
    },
    link: {
      move: { connected: 'connected', missed: 'missed' },
      label: label('关联线索', 'Link to a lead'),
      form: { leadId: 'required' },
      needs: {
        reached: label(
          '该线索不在您的范围内，请选择自己的线索',
          'The lead is out of your reach; choose one of your own',
        ),
      },
    },
  },
);

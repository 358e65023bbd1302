import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A video arrives, waits for its conversion, and is converted once or again after a failure (domain J3). */
export const courseUploadSteps = defineSteps(
  registry.courseUpload,
  'transStatus',
  { start: 'uploading', end: [] },
  {
    receive: { move: { uploading: 'whole' }, label: label('收到全部内容', 'Arrived whole'), by: ['step'] },
    refuse: {
      move: { uploading: 'failed' },
      label: label('拒收', 'Refused'),
      by: ['step'],
      form: { note: 'optional' },
    },
    lapse: {
      move: { uploading: 'failed' },
      label: label('续传过期', 'Lapsed'),
      by: ['clock'],
      due: 'expireTime',
    },
    begin: { move: { whole: 'processing' }, label: label('开始处理', 'Conversion begins'), by: ['step'] },
    finish: {
      move: { processing: 'done' },
      label: label('处理完成', 'Converted'),
      by: ['step'],
      form: { note: 'optional' },
    },
    fail: {
      move: { whole: 'failed', processing: 'failed' },
      label: label('处理失败', 'Conversion failed'),
      by: ['step'],
      form: { note: 'optional' },
    },
    rename: {
      label: label('修改标题和封面', 'Title and cover'),
      may: 'add',
      form: { title: 'required', cover: 'optional' },
    },
    convert: {
      move: { failed: 'whole', done: 'whole' },
      label: label('重新处理', 'Convert again'),
      may: 'add',
      needs: {
        whole: [
          ({ size, received }) => size > 0 && received === size,
          label('文件没有传完，请重新上传', 'The file is not whole: upload it again'),
        ],
        kept: label('原文件已不在', 'The file is no longer there'),
      },
      bulk: 'each',
    },
  },
);

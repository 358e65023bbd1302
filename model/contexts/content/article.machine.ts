import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';
import { articleUpStatus } from './content.codes.ts';

/**
 * The review of articles, and beside it their place on the shelf (domain 0.5 `@audit` and `@upStatus`, L1, 3.14).
 * Somebody who may publish needs no second person: `info/submit` then approves at once, as L1 has it. An edit of an
 * approved article by anybody else sends it back to draft, and so does an edit of a refused one, which is then
 * submitted again.
 */
export const articleSteps = defineSteps(
  registry.article,
  'auditStatus',
  {
    start: 'draft',
    end: [],
    edit: {
      draft: 'all',
      submitted: ['topFlag', 'orderNum'],
      approved: { fields: 'all', step: 'revise' },
      rejected: { fields: 'all', step: 'revise' },
    },
    delete: ['draft', 'approved', 'rejected'],
  },
  {
    submit: {
      move: { draft: ['submitted', 'approved'] },
      label: label('提交审核', 'Submit'),
      form: {
        columnId: 'required',
        provinceIds: 'optional',
        schoolIds: 'optional',
        publishTime: 'optional',
      },
      ask: label('有发布权限的人提交后直接通过', 'It is approved at once if you may publish'),
      alias: ['POST /info/submit'],
    },
    withdraw: {
      move: { submitted: 'draft' },
      label: label('撤回', 'Take back'),
      may: 'submit',
      bulk: 'each',
    },
    approve: {
      move: { submitted: 'approved' },
      label: label('审核通过', 'Approve'),
      may: 'publish',
      form: { auditRemark: 'optional' },
      bulk: 'each',
    },
    reject: {
      move: { submitted: 'rejected' },
      label: label('驳回', 'Reject'),
      may: 'publish',
      form: { auditRemark: 'required' },
      danger: true,
      bulk: 'each',
    },
    revise: {
      move: { approved: ['approved', 'draft'], rejected: 'draft' },
      label: label('修改', 'Revise'),
      may: 'update',
      by: ['step'],
    },
    putUp: {
      move: { approved: 'approved' },
      label: label('上架', 'Put online'),
      may: 'publish',
      form: { publishTime: 'optional' },
      needs: {
        down: [
          ({ upStatus }) => upStatus === articleUpStatus.is.off,
          label('已经上架', 'It is online already'),
        ],
      },
      returns: ['publishTime'],
      bulk: 'each',
    },
    bringPictures: {
      label: label('重新取图', 'Fetch the pictures again'),
      may: 'update',
      needs: {
        lost: [
          ({ pictureFaults }) => (pictureFaults ?? []).length > 0,
          label('没有未取回的图片', 'All pictures are here'),
        ],
      },
    },
    takeDown: {
      label: label('下架', 'Take offline'),
      may: 'publish',
      needs: {
        up: [({ upStatus }) => upStatus === articleUpStatus.is.on, label('还没有上架', 'It is not online')],
      },
      ask: label('下架后各站点不再显示', 'The sites will no longer show it'),
      danger: true,
      bulk: 'each',
    },
  },
);

import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** The way of a mount through the platform's review onto a video (domain 3.10). */
export const ttMountSteps = defineSteps(
  registry.ttMount,
  'mountStatus',
  {
    start: 'draft',
    end: [],
    edit: { draft: 'all', rejected: { fields: 'all', step: 'revise' }, unbound: 'all' },
    delete: ['draft', 'rejected', 'unbound'],
  },
  {
    submit: {
      move: { draft: 'submitted', unbound: 'submitted' },
      label: label('提交', 'Submit'),
      needs: {
        authorised: label(
          '抖音账号未授权或已过期，请先到账号授权中授权',
          'The Douyin account is not authorised, or its authorisation has expired; authorise it first',
        ),
        onShelf: label(
          '所挂的课程或商品没有上架，上架后再提交',
          'The course or goods are not on sale; put them on sale first',
        ),
      },
      alias: ['POST /submit'],
      bulk: 'each',
    },
    ask: {
      move: { submitted: 'submitted', approved: 'approved', mounted: 'mounted' },
      label: label('查询平台状态', 'Ask for its state'),
      may: 'list',
      by: ['clock'],
      due: 'askTime',
    },
    approve: {
      move: { submitted: 'approved' },
      label: label('审核通过', 'Approved'),
      may: 'submit',
      by: ['vendor'],
    },
    reject: {
      move: { submitted: 'rejected' },
      label: label('审核驳回', 'Rejected'),
      may: 'submit',
      by: ['vendor'],
      form: { rejectReason: 'required' },
    },
    revise: {
      move: { rejected: 'draft' },
      label: label('退回草稿', 'Back to draft'),
      may: 'update',
      by: ['person', 'step'],
    },
    mount: {
      move: { approved: 'mounted' },
      label: label('挂载生效', 'Mounted'),
      may: 'submit',
      by: ['vendor'],
    },
    unbind: {
      move: { approved: 'unbound', mounted: 'unbound' },
      label: label('解绑', 'Unbind'),
      by: ['person', 'step'],
      danger: true,
      ask: label('视频上的入口会消失', 'The link on the video disappears'),
      alias: ['POST /unbind'],
      bulk: 'each',
    },
    withdraw: {
      move: { submitted: 'draft' },
      label: label('撤回', 'Withdrawn'),
      may: 'submit',
      by: ['step'],
    },
  },
);

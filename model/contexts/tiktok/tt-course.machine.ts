import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';
import { ttShelf } from './tiktok.codes.ts';

/** The platform's review of a course (domain 3.10). An edit of an approved one takes it back to draft. */
export const ttCourseSteps = defineSteps(
  registry.ttCourse,
  'auditStatus',
  {
    start: 'draft',
    end: [],
    edit: {
      draft: 'all',
      rejected: { fields: 'all', step: 'revise' },
      approved: { fields: 'all', step: 'revise' },
    },
    delete: ['draft', 'rejected'],
  },
  {
    submit: {
      move: { draft: 'submitted' },
      label: label('提交审核', 'Submit'),
      needs: {
        pictures: [
          ({ images }) => (images ?? []).length > 0,
          label('请先上传课程图片', 'Upload pictures of the course first'),
        ],
      },
      alias: ['POST /submit'],
      bulk: 'each',
    },
    ask: {
      move: { submitted: 'submitted' },
      label: label('查询审核结果', 'Ask for the outcome'),
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
      form: { auditRemark: 'required' },
    },
    revise: {
      move: { rejected: 'draft', approved: 'draft' },
      label: label('退回草稿', 'Back to draft'),
      may: 'update',
      by: ['person', 'step'],
      ask: label(
        '修改后要重新提交平台审核，期间不能销售',
        'After the change it has to be reviewed by the platform again; it cannot be sold in the meantime',
      ),
    },
    putUp: {
      move: { approved: 'approved' },
      label: label('上架', 'Put on sale'),
      may: 'update',
      needs: {
        down: [({ upStatus }) => upStatus === ttShelf.is.down, label('已经上架', 'It is on sale already')],
      },
    },
    takeDown: {
      move: { approved: 'approved' },
      label: label('下架', 'Take off sale'),
      may: 'update',
      needs: {
        up: [({ upStatus }) => upStatus === ttShelf.is.up, label('已经下架', 'It is off sale already')],
      },
    },
  },
);

import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/**
 * The review of registrations (domain F7, 3.14): approving one opens the account; refusing one gives a reason and lets
 * the applicant submit it again.
 */
export const partnersApplySteps = defineSteps(
  registry.partnersApply,
  'auditStatus',
  { start: 'submitted', end: [], unused: ['draft'] },
  {
    pass: {
      move: { submitted: 'approved' },
      label: label('通过', 'Approve'),
      may: 'audit',
      form: { ownerId: 'optional' },
      ask: label(
        '将建立合伙人或机构并开通登录账号，结果以短信告知申请人；登录密码为申请时所设密码',
        'This creates the partner or agency with its account and tells the applicant by text message; the password is the one set in the application',
      ),
      returns: ['accountId'],
    },
    reject: {
      move: { submitted: 'rejected' },
      label: label('驳回', 'Refuse'),
      may: 'audit',
      form: { auditRemark: 'required' },
      ask: label('原因将以短信告知申请人', 'The applicant is told the reason by text message'),
      danger: true,
      bulk: 'each',
    },
    resubmit: {
      move: { rejected: 'submitted' },
      label: label('重新提交', 'Send again'),
      by: ['vendor'],
      form: {
        applyType: 'required',
        partnersName: 'required',
        userName: 'required',
        provinceId: 'required',
        cityId: 'optional',
        address: 'required',
        position: 'optional',
        recCode: 'optional',
        remark: 'optional',
        license: 'optional',
        ownerId: 'optional',
      },
    },
    notify: {
      move: { approved: 'approved', rejected: 'rejected' },
      label: label('重发短信', 'Tell again'),
      may: 'audit',
      ask: label(
        '将再次以短信告知申请人审核结果',
        'The applicant is sent the decision by text message again',
      ),
      bulk: 'each',
      needs: {
        seldom: label(
          '一小时内已多次告知，请稍后再发',
          'Already sent several times within the hour; try again later',
        ),
      },
    },
  },
);

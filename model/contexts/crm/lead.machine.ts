import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';
import { followType, intent, leadStatus } from './crm.codes.ts';

/** The reason for taking a lead back; stored in the history. */
const reason = field.text({ label: label('原因', 'Reason'), required: true, max: limits.remark });

/** The leads that a merge joined with this one, by name; stored in the history. */
const mergedLeads = field.text({ label: label('合并的线索', 'Merged leads'), required: true, max: 1_000 });

/** The state that a merge, or its undo, gives a lead. */
const endState = field.code({ label: label('之后的状态', 'State after it'), of: leadStatus, required: true });

/** Columns that a merge sets, and its undo sets back. */
const mergeForm = {
  studentName: 'optional',
  gender: 'optional',
  provinceId: 'optional',
  cityId: 'optional',
  jointCategoryId: 'optional',
  highSchool: 'optional',
  agentName: 'optional',
  sourceId: 'required',
  otherSourceIds: 'optional',
  otherMobiles: 'optional',
  channelId: 'optional',
  userId: 'optional',
  intent: 'optional',
  saleUserId: 'optional',
  assignTime: 'optional',
  lastFollowTime: 'optional',
  nextFollowTime: 'optional',
  wxAdded: 'optional',
  tags: 'optional',
  orderAmount: 'optional',
  invalidReason: 'optional',
  remark: 'optional',
} as const;

/** Leads are passed on, followed up, and won or lost (domain 3.8). */
export const leadSteps = defineSteps(
  registry.lead,
  'leadStatus',
  { start: 'unassigned', end: [] },
  {
    // The act of the day is offered first.
    follow: {
      move: { assigned: 'following', following: 'following', interested: 'interested', won: 'won' },
      label: label('记录跟进', 'Follow up'),
      form: { nextFollowTime: 'optional' },
      inputs: {
        followType: field.code({ label: label('跟进方式', 'By'), of: followType, required: true }),
        content: field.text({
          label: label('跟进内容', 'What was said'),
          required: true,
          max: 500,
          multiline: true,
        }),
        newIntent: field.code({ label: label('意向', 'Intent'), of: intent }),
      },
    },
    assign: {
      move: {
        unassigned: 'assigned',
        assigned: 'assigned',
        following: 'following',
        interested: 'interested',
        lost: 'assigned',
      },
      label: label('分配', 'Assign'),
      by: ['person', 'step'],
      form: { saleUserId: 'required' },
      needs: {
        sees: label(
          '该销售已停用，或不在这条线索的合伙人、省份范围内',
          'This salesperson is disabled, or belongs to a different partner or province from the lead',
        ),
        hasRoom: label(
          '该销售跟进中的线索已达上限，请分给其他销售',
          'This salesperson has reached the limit of open leads; assign the lead to somebody else',
        ),
        notJustReturnedBy: label(
          '退回未满 3 天的线索不能分回原销售',
          'A lead cannot be assigned within 3 days to the salesperson who returned it',
        ),
      },
    },
    claim: {
      move: { unassigned: 'assigned', lost: 'assigned' },
      label: label('领取', 'Claim'),
      ask: label('领取后由您跟进这条线索', 'You will follow this lead up'),
      bulk: 'each',
      needs: {
        room: label(
          '您跟进中的线索已达上限，请先处理或退回一些',
          'You have reached your limit of open leads; finish or return some first',
        ),
        notJustReturned: label(
          '退回未满 3 天的线索不能由原销售领取',
          'The salesperson who returned a lead cannot claim it again within 3 days',
        ),
      },
    },
    called: {
      move: { assigned: 'following', following: 'following', interested: 'interested', won: 'won' },
      label: label('电话接通', 'A call was connected'),
      by: ['step'],
    },
    interest: { move: { following: 'interested' }, label: label('标记有意向', 'Interested'), may: 'status' },
    cool: {
      move: { interested: 'following' },
      label: label('转回跟进中', 'No longer interested'),
      may: 'status',
    },
    invalidate: {
      move: { assigned: 'invalid', following: 'invalid', interested: 'invalid' },
      label: label('标记无效', 'Invalid'),
      may: 'status',
      form: { invalidReason: 'required' },
      danger: true,
      bulk: 'each',
    },
    giveUp: {
      move: { assigned: 'lost', following: 'lost', interested: 'lost' },
      label: label('退回公海', 'Give up'),
      may: 'status',
      inputs: { reason },
      ask: label('退回后其他销售可以领取', 'Other salespeople can then claim it'),
      danger: true,
      bulk: 'each',
    },
    recycle: {
      move: { assigned: 'lost', following: 'lost', interested: 'lost' },
      label: label('回收到公海', 'Take back'),
      by: ['person', 'step'],
      inputs: { reason },
      danger: true,
      bulk: 'each',
    },
    reopen: {
      move: { invalid: 'unassigned' },
      label: label('重新启用', 'Reopen'),
      may: 'assign',
      by: ['person', 'step'],
      bulk: 'each',
    },
    win: {
      move: {
        unassigned: 'won',
        assigned: 'won',
        following: 'won',
        interested: 'won',
        invalid: 'won',
        lost: 'won',
        won: 'won',
      },
      label: label('成交', 'Win'),
      by: ['step'],
      form: { orderAmount: 'required', userId: 'optional' },
    },
    unwin: {
      // It stays won while another order of it is paid, and goes to the pool if nobody owns it.
      move: { won: ['won', 'interested', 'lost'] },
      label: label('订单退款', 'An order refunded'),
      by: ['step'],
      form: { orderAmount: 'required' },
    },
    retire: {
      move: {
        unassigned: 'invalid',
        assigned: 'invalid',
        following: 'invalid',
        interested: 'invalid',
        lost: 'invalid',
      },
      label: label('归属审核未通过', 'Belongs to somebody else'),
      by: ['step'],
      form: { invalidReason: 'required' },
    },
    merge: {
      // It gets the most advanced state of all.
      move: {
        unassigned: ['unassigned', 'assigned', 'following', 'interested', 'won'],
        assigned: ['assigned', 'following', 'interested', 'won'],
        following: ['following', 'interested', 'won'],
        interested: ['interested', 'won'],
        won: 'won',
        lost: ['lost', 'unassigned', 'assigned', 'following', 'interested', 'won'],
        invalid: ['invalid', 'lost', 'unassigned', 'assigned', 'following', 'interested', 'won'],
      },
      label: label('合并线索', 'Merge leads'),
      by: ['step'],
      form: mergeForm,
      inputs: { mergedLeads, endState },
    },
    joinOther: {
      // Its orders count for the lead that stays, and so does what it was sold for.
      move: {
        unassigned: 'unassigned',
        assigned: 'assigned',
        following: 'following',
        interested: 'interested',
        won: ['interested', 'lost'],
        lost: 'lost',
        invalid: 'invalid',
      },
      label: label('并入其他线索', 'Merged into another lead'),
      by: ['step'],
      form: { orderAmount: 'optional' },
      inputs: {
        keptLead: field.text({
          label: label('留下的线索', 'Lead that stays'),
          required: true,
          max: limits.name,
        }),
      },
    },
    undoMerge: {
      move: {
        unassigned: ['unassigned', 'won', 'lost', 'invalid'],
        assigned: ['assigned', 'unassigned', 'won', 'lost', 'invalid'],
        following: ['following', 'assigned', 'unassigned', 'won', 'lost', 'invalid'],
        interested: ['interested', 'following', 'assigned', 'unassigned', 'won', 'lost', 'invalid'],
        won: ['won', 'interested', 'following', 'assigned', 'unassigned', 'lost', 'invalid'],
        lost: ['lost', 'won', 'invalid'],
        invalid: 'invalid',
      },
      label: label('撤销合并', 'Undo the merge'),
      by: ['step'],
      form: mergeForm,
      inputs: { mergedLeads, endState },
    },
  },
);

import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

const times = ['examStartTime', 'examEndTime', 'ticketTime'] as const;
const shown = ['doubleEntry', 'printTemplate', 'notice', 'remark'] as const;

/**
 * The life cycle of a mock exam (domain 3.7). Numbers, seats, tickets and marks advance it through steps that only
 * other steps can take, since each has a call and a separate permission.
 */
export const mockExamSteps = defineSteps(
  registry.mockExam,
  'examStatus',
  {
    start: 'draft',
    end: ['archived'],
    edit: {
      draft: 'all',
      registering: [
        'examName',
        'regStartTime',
        'regEndTime',
        'fee',
        'payMode',
        'photoFlag',
        ...times,
        ...shown,
      ],
      closed: [...times, ...shown],
      numbered: [...times, ...shown],
      arranged: [...times, ...shown],
      released: ['examEndTime', 'ticketTime', ...shown],
      scoring: ['doubleEntry', 'notice', 'remark'],
      published: ['remark'],
    },
    delete: ['draft'],
  },
  {
    open: {
      move: { draft: 'registering' },
      label: label('开放报名', 'Open registration'),
      ask: label(
        '考生和机构凭报名码即可报名',
        'Candidates and agencies can register with the code from now on',
      ),
      needs: {
        sessions: label('还没有考试科目', 'The exam has no subjects yet'),
        areas: label('还没有启用的考区', 'The exam has no enabled areas yet'),
        ahead: [
          ({ regEndTime }, { now }) => regEndTime > now,
          label('报名截止时间已过，请先修改', 'The end of registration has passed; change it first'),
        ],
      },
    },
    close: {
      move: { registering: 'closed' },
      label: label('截止报名', 'Close registration'),
      by: ['person', 'clock'],
      due: 'regEndTime',
      ask: label('截止后只能由工作人员补报', 'From then on only staff can register late candidates'),
    },
    reopen: {
      move: { closed: 'registering' },
      label: label('重新开放报名', 'Reopen registration'),
      may: 'open',
      inputs: {
        until: field.dateTime({ label: label('新的报名截止', 'New end of registration'), required: true }),
      },
      needs: {
        later: label('新的报名截止时间必须晚于现在', 'The new end of registration must be in the future'),
        unnumbered: label(
          '已生成准考证号，不能重新开放报名',
          'Ticket numbers have been assigned already, so registration cannot be reopened',
        ),
      },
    },
    refreshCode: {
      label: label('更换报名码', 'New registration code'),
      ask: label('原报名码立即失效', 'The old code stops working at once'),
      returns: ['regCode'],
      alias: ['PUT /refresh_code'],
    },
    number: {
      move: { closed: 'numbered' },
      label: label('编号', 'Numbered'),
      by: ['step'],
      // Such numbers are given after the arrangement, which comes next.
      done: ({ seatPattern }) => seatPattern === 1,
    },
    unnumber: {
      move: { numbered: 'closed' },
      label: label('准考证号已重置', 'Numbers taken back'),
      by: ['step'],
    },
    arrange: {
      move: { closed: 'arranged', numbered: 'arranged' },
      label: label('编排完成', 'Arranged'),
      by: ['step'],
    },
    disarrange: {
      move: { arranged: ['numbered', 'closed'], released: ['numbered', 'closed'] },
      label: label('编排解锁', 'Arrangement unlocked'),
      by: ['step'],
    },
    release: { move: { arranged: 'released' }, label: label('发布准考证', 'Release tickets'), by: ['step'] },
    withdraw: {
      move: { released: 'arranged' },
      label: label('撤回准考证', 'Withdraw tickets'),
      by: ['step'],
    },
    finish: {
      move: { released: 'scoring' },
      label: label('考试结束', 'The exam is over'),
      by: ['clock'],
      due: 'examEndTime',
    },
    publish: { move: { scoring: 'published' }, label: label('发布成绩', 'Publish marks'), by: ['step'] },
    unpublish: {
      move: { published: 'scoring' },
      label: label('撤回成绩', 'Withdraw marks'),
      by: ['step'],
    },
    archive: {
      move: { published: 'archived' },
      label: label('归档', 'Archive'),
      danger: true,
      ask: label('归档后不能再修改', 'An archived exam can no longer be changed'),
    },
  },
);

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { datasets } from '@yikao/model/contexts/datasets.ts';
import { expect, test } from 'vitest';
import { tableName } from './engine/table/naming.ts';

/** Reasons for which a statement of a context changes rows of a dataset beside the engine, without a new version. */
const reasons = {
  history: 'the same transaction records the history',
  counter: 'a number that many transactions change; each of its causes is a row or an entry',
  queue: 'rows of a queue or a log, which machines write and no person changes',
  answers: 'the candidate’s paper, whose answers, times and marks are rows of a log themselves',
  hands: 'the person who asked for or handled something, beside the entry of that act',
  placed: 'numbers and seats of a whole exam, which one job or step assigns and its log names',
  reported: 'a time, token or progress that a vendor, an app or the clock reports',
  worked: 'worked out from other fields of the row, or for rows of before',
  cleaned: 'personal data or files are removed after their time, which no history may keep',
} as const;

/** The statements, by file and table. A change that people could ask about later goes through the engine instead. */
const rawWrites: Readonly<Record<string, keyof typeof reasons>> = {
  'contexts/admission/admission.server.ts t_admission': 'history',
  'contexts/admission/prediction/predict-work.ts t_admission': 'history',
  'contexts/admission/subject-filling.ts t_admission': 'worked',
  'contexts/codes/cancelled-rule.ts t_card_code_rule': 'hands',
  'contexts/codes/make-codes.ts t_card_code_rule': 'counter',
  'contexts/consumer/composite-scores.ts t_wish_user': 'worked',
  'contexts/content/official/sync.ts t_official_accounts': 'reported',
  'contexts/exam/answers/begin.ts t_exam_sitting': 'answers',
  'contexts/exam/answers/hand-in.ts t_exam_sitting': 'answers',
  'contexts/exam/answers/save-answers.ts t_exam_late': 'answers',
  'contexts/exam/answers/save-answers.ts t_exam_sitting': 'answers',
  'contexts/exam/answers/store-answers.ts t_exam_answer': 'answers',
  'contexts/exam/exam-apply.steps.ts t_exam_sitting': 'answers',
  'contexts/exam/marking/mark-answer.ts t_exam_answer': 'answers',
  'contexts/exam/marking/mark-by-key.ts t_exam_answer': 'answers',
  'contexts/exam/online-exam.server.ts t_exam_sitting': 'answers',
  'contexts/mock/mock-student.steps.ts t_seat': 'placed',
  'contexts/mock/mock-student.steps.ts t_ticket': 'placed',
  'contexts/mock/print/print-data.ts t_ticket': 'counter',
  'contexts/mock/seats/adjust-seat.ts t_seat': 'history',
  'contexts/mock/seats/arrange-area.ts t_arrange': 'counter',
  'contexts/mock/seats/arrange-area.ts t_mock_student': 'placed',
  'contexts/mock/seats/arrange-area.ts t_seat': 'placed',
  'contexts/mock/seats/arrangement-rules.ts t_mock_exam': 'placed',
  'contexts/mock/seats/late-seat.ts t_mock_student': 'placed',
  'contexts/mock/seats/late-seat.ts t_seat': 'placed',
  'contexts/mock/seats/seats-stand.ts t_seat': 'placed',
  'contexts/mock/seats/seats-stand.ts t_ticket': 'placed',
  'contexts/mock/seats/ticket-numbers.ts t_mock_exam': 'placed',
  'contexts/mock/seats/ticket-numbers.ts t_mock_student': 'placed',
  'contexts/mock/seats/ticket-numbers.ts t_ticket': 'placed',
  'contexts/notice/bundles.ts t_message': 'queue',
  'contexts/notice/message.server.ts t_message': 'queue',
  'contexts/notice/take-back.ts t_message': 'queue',
  'contexts/notice/tell.ts t_message': 'queue',
  'contexts/partner/agent.server.ts t_admin_user': 'history',
  'contexts/partner/agent.server.ts t_wish_user': 'history',
  'contexts/partner/apply-clean.ts t_partners_apply': 'cleaned',
  'contexts/payment/ask-vendor.ts t_pay_record': 'reported',
  'contexts/payment/outcome.ts t_pay_record': 'reported',
  'contexts/payment/prepay.ts t_pay_record': 'reported',
  'contexts/payment/sweep.ts t_pay_record': 'reported',
  'contexts/payment/sweep.ts t_pay_refund': 'reported',
  'contexts/people/auth/enter.ts t_admin_user': 'reported',
  'contexts/push/all-refused.ts t_push_record': 'queue',
  'contexts/push/batches.ts t_push_record': 'queue',
  'contexts/push/batches.ts t_push_task': 'counter',
  'contexts/push/build-work.ts t_push_record': 'queue',
  'contexts/push/devices.ts t_push_device': 'reported',
  'contexts/push/devices.ts t_push_record': 'queue',
  'contexts/push/import-audience-work.ts t_push_task': 'counter',
  'contexts/push/notice-push.ts t_push_record': 'queue',
  'contexts/push/tasks.ts t_push_record': 'queue',
  'contexts/reach/calls/call-notice.ts t_call_record': 'reported',
  'contexts/reach/calls/place-call.ts t_call_record': 'reported',
  'contexts/reach/texts/text-sender.ts t_sms_record': 'queue',
  'contexts/sales/coupon.server.ts t_coupon': 'counter',
  'contexts/sales/goods.steps.ts t_goods': 'counter',
  'contexts/sales/live-offer.ts t_live_room_goods': 'counter',
  'contexts/sales/usage.ts t_user_card': 'counter',
  'contexts/settlement/partners-settle.server.ts t_partners_settle': 'hands',
  'contexts/statistics/visits.ts t_wish_user': 'counter',
  'contexts/system/audit/recorder.ts t_audit_log': 'queue',
  'contexts/system/schedule/due.ts t_sys_job': 'reported',
  'contexts/system/schedule/run.ts t_sys_job': 'reported',
  'contexts/system/sms/sms-outbox.ts t_sms_message': 'queue',
  'contexts/teaching/course-clean.ts t_course_upload': 'cleaned',
  'contexts/teaching/live/sessions.ts t_live': 'counter',
  'contexts/teaching/live/sessions.ts t_live_session': 'counter',
  'contexts/teaching/video/receive.ts t_course_upload': 'reported',
  'contexts/tiktok/douyin-sender.ts t_tt_mount': 'reported',
  'contexts/tiktok/grants.ts t_tt_account': 'reported',
  'contexts/tiktok/tt-account.steps.ts t_tt_account': 'reported',
  'contexts/voluntary/list/sheet.ts t_voluntary_list': 'reported',
  'engine/outbox/post.ts t_outbox': 'queue',
  'engine/outbox/sender.ts t_outbox': 'queue',
  'lift-locks.ts t_audit_log': 'queue',
  'reset-second-factor.ts t_audit_log': 'queue',
};

test('every statement that changes rows beside the engine says why they leave no entry in their history', async () => {
  const tables = new Set(datasets.map(tableName));
  const found = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: import.meta.dirname })) {
    if (/\.(test|sample|types)\.ts$|(^|\/)(testing|seeds|node_modules|dist)\//.test(file)) continue;
    const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
    for (const [, table = ''] of source.matchAll(/\b(?:update|insert into|delete from) (t_\w+)/g))
      if (tables.has(table)) found.add(`${file} ${table}`);
  }
  expect([...found].toSorted()).toEqual(Object.keys(rawWrites).toSorted());
  expect(new Set(Object.values(rawWrites))).toEqual(new Set(Object.keys(reasons)));
});

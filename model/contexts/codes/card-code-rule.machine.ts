import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';
import { codeRuleType } from './codes.codes.ts';

/**
 * The generation of a rule's codes (domain 3.4): a job makes them and continues after the last one that was stored.
 * Voiding a rule voids its codes that are not activated.
 */
export const cardCodeRuleSteps = defineSteps(
  registry.cardCodeRule,
  'ruleStatus',
  {
    start: 'pending',
    end: ['voided'],
    edit: {
      pending: ['ruleName', 'unitPrice', 'remark'],
      generating: ['ruleName', 'remark'],
      done: ['ruleName', 'unitPrice', 'remark'],
      failed: ['ruleName', 'unitPrice', 'remark'],
    },
  },
  {
    generate: {
      move: { pending: 'generating', failed: 'generating' },
      label: label('继续生成', 'Generate'),
      may: 'add',
      by: ['person', 'step'],
      needs: {
        many: [
          ({ ruleType }) => ruleType !== codeRuleType.is.online,
          label('线上规则按需生成，无需批量生成', 'Codes of this rule are made when they are needed'),
        ],
        owned: label(
          '合伙人已停用，不能再为其生成激活码',
          'The partner is disabled; no more codes are made for it',
        ),
        kept: [
          ({ cancelAskedBy }) => cancelAskedBy === null,
          label('该规则正在办理作废', 'This rule is about to be voided'),
        ],
      },
      ask: label('从已生成的数量接着生成', 'It continues from the codes already generated'),
    },
    finish: { move: { generating: 'done' }, label: label('生成完成', 'Generated'), by: ['step'] },
    fail: { move: { generating: 'failed' }, label: label('生成中断', 'Generation stopped'), by: ['step'] },
    /**
     * A rule that was paid for is voided by two people, and its refund is applied for in the same act: the first one asks,
     * and it is voided once another one confirms it here or approves the refund (0.7, 33).
     */
    cancel: {
      move: { pending: ['pending', 'voided'], done: ['done', 'voided'], failed: ['failed', 'voided'] },
      label: label('作废', 'Void'),
      by: ['person', 'step'],
      inputs: { reason: field.text({ max: limits.remark, required: true }) },
      fourEyes: 'cancelAskedBy',
      byHouse: true,
      needs: {
        settled: label(
          '该批激活码的采购订单正在退款，请等退款结束再作废',
          'The purchase of these codes is being refunded: void the rule when the refund has ended',
        ),
      },
      ask: label(
        '未激活的激活码全部作废，已激活的不受影响；不能恢复。采购所得的激活码作废时同时申请退款，须另一人确认或审核退款后生效；已转给其他归属的不受影响',
        'All codes that are not activated are voided; activated ones are not affected. This cannot be undone. For codes that were bought, a refund is applied for at the same time, and another person has to confirm or approve the refund first; codes that were moved to another owner are not affected',
      ),
      danger: true,
    },
    /** The refund was rejected or withdrawn, and the rule stays. */
    dropCancel: {
      move: { pending: 'pending', done: 'done', failed: 'failed' },
      label: label('撤销作废申请', 'Withdraw the request'),
      by: ['step'],
    },
  },
);

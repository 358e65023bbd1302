import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';

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
          ({ ruleType }) => ruleType !== 3,
          label('线上规则按需生成，无需批量生成', 'Codes of this rule are made when they are needed'),
        ],
      },
      ask: label('从已生成的数量接着生成', 'It continues from the codes already generated'),
    },
    finish: { move: { generating: 'done' }, label: label('生成完成', 'Generated'), by: ['step'] },
    fail: { move: { generating: 'failed' }, label: label('生成中断', 'Generation stopped'), by: ['step'] },
    cancel: {
      move: { pending: 'voided', done: 'voided', failed: 'voided' },
      label: label('作废', 'Void'),
      by: ['person', 'step'],
      inputs: { reason: field.text({ max: limits.remark, required: true }) },
      ask: label(
        '未激活的激活码全部作废，已激活的不受影响；不能恢复',
        'All codes that are not activated are voided; activated ones are not affected. This cannot be undone',
      ),
      danger: true,
    },
  },
);

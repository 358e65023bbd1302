import { registry } from '../../datasets/index.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';

/** An entitlement ends by the clock, or is taken back: by a person, or by the refund that pays for it (domain E4). */
export const userCardSteps = defineSteps(
  registry.userCard,
  'status',
  { start: 'active', end: ['expired', 'revoked'] },
  {
    expire: { move: { active: 'expired' }, label: label('到期', 'Expire'), by: ['clock'], due: 'expireTime' },
    revoke: {
      move: { active: 'revoked' },
      label: label('收回权益', 'Revoke'),
      by: ['person', 'step'],
      inputs: { reason: field.text({ max: limits.remark }) },
      ask: label('收回后考生不能再使用', 'It cannot be used any more'),
      danger: true,
      bulk: 'each',
    },
  },
);

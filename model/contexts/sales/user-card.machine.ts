import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';
import { entitlementSource } from './sales.codes.ts';

/**
 * An entitlement expires, or is revoked by a person or by its refund (domain E4). One from the white list follows its
 * entry, including reactivation (4.9).
 */
export const userCardSteps = defineSteps(
  registry.userCard,
  'status',
  { start: 'active', end: [] },
  {
    expire: {
      move: { active: 'expired' },
      label: label('到期', 'Expire'),
      by: ['clock', 'step'],
      due: 'expireTime',
    },
    revoke: {
      move: { active: 'revoked' },
      label: label('收回权益', 'Revoke'),
      by: ['person', 'step'],
      inputs: { reason: field.text({ max: limits.remark }) },
      ask: label('收回后考生不能再使用', 'The candidate can no longer use it'),
      // If revoked by hand, it would return with the entry's next change.
      needs: {
        given: [
          ({ sourceType }) => sourceType !== entitlementSource.is.allowList,
          label(
            '这是白名单给的权益，请在“黑白名单”中停用或删除该条目',
            'This entitlement comes from the allow list; disable or delete the entry in “Allow and block list”',
          ),
        ],
      },
      danger: true,
      bulk: 'each',
    },
    withdraw: {
      move: { active: 'revoked' },
      label: label('随名单收回', 'Withdraw with its entry'),
      by: ['step'],
    },
    reinstate: {
      move: { expired: 'active', revoked: 'active' },
      label: label('恢复', 'Reinstate'),
      by: ['step'],
    },
  },
);

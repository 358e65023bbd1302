import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/**
 * Entries of the black and white lists are switched on and off, and off by the clock when they expire (domain 3.11,
 * `permExpireJob`; 3.14). People who may edit an entry can do so in the form as well.
 */
export const userPermSteps = defineSteps(
  registry.userPerm,
  'status',
  { start: 'enabled', end: [], toggle: true },
  {
    enable: {
      move: { disabled: 'enabled' },
      label: label('启用', 'Enable'),
      may: 'update',
      bulk: 'each',
    },
    disable: {
      move: { enabled: 'disabled' },
      label: label('停用', 'Disable'),
      may: 'update',
      bulk: 'each',
      danger: true,
      ask: label(
        '停用白名单会收回其权益，停用黑名单则恢复使用',
        'Disabling an allow-list entry revokes its entitlement; disabling a block-list entry lets the candidate use the products again',
      ),
    },
    expire: {
      move: { enabled: 'disabled' },
      label: label('到期', 'Expire'),
      by: ['clock'],
      due: 'expireTime',
    },
  },
);

import type { Dataset } from '../../kernel/dataset.ts';
import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { datasets, registry } from '../datasets.ts';
import type { common } from './fields.ts';
import { enable } from './shared.codes.ts';

/** Rows that are switched on and off by `status` (domain 0.1, ST). */
type Switched = Dataset<string, { readonly status: typeof common.status }>;

/** Datasets of people and organisations, which have a separate wording. */
const ofPeople: readonly string[] = [registry.adminUser.name, registry.partners.name, registry.agent.name];

/** Every dataset with the field, except those of people; new datasets are included automatically. */
const switched = datasets.filter(({ name, fields: { status }, permissions }) => {
  const known = status?.kind === 'code' && status.of === enable;
  return known && !ofPeople.includes(name) && permissions.actions.includes('update');
  // The filter above guarantees the type.
}) as readonly unknown[] as readonly Switched[];

/** Both ways, with the effect of disabling. */
const steps = (zh: string, en: string) =>
  ({
    enable: { label: label('启用', 'Enable'), may: 'update', bulk: 'each', move: { disabled: 'enabled' } },
    disable: {
      label: label('停用', 'Disable'),
      may: 'update',
      bulk: 'each',
      danger: true,
      move: { enabled: 'disabled' },
      ask: label(zh, en),
    },
  }) as const;

/**
 * Enabling and disabling, a free toggle (domain 0.1, ST; 3.5): the field is also in the form, the import and the batch
 * update.
 */
export const enablingSteps = defineSteps(
  switched,
  'status',
  { start: 'enabled', end: [], toggle: true },
  steps(
    '停用后不再出现在选项中，已有数据不受影响',
    'It no longer appears among the options; existing data is not affected',
  ),
);

/** The same for organisations: their people are out with them (domain 0.7, 20). */
export const organisationSteps = defineSteps(
  [registry.partners, registry.agent],
  'status',
  { start: 'enabled', end: [], toggle: true },
  steps(
    '其下所有账号立即退出登录，不能再登录；API 令牌暂停使用，正在运行的导入导出停止；下级合伙人和机构的账号也一样。重新启用后恢复',
    'All of its accounts are logged out at once and cannot log in; their API tokens are suspended and running imports and exports stop. The same applies to partners and agencies beneath it. Everything is restored when it is enabled again',
  ),
);

/** The same for accounts (domain A1): a disabled person is logged out everywhere. */
export const accountSteps = defineSteps(
  registry.adminUser,
  'status',
  { start: 'enabled', end: [], toggle: true },
  steps(
    '该账号立即退出登录，API 令牌永久失效；重新启用后须重新登录、另建令牌',
    'The account is logged out at once and its API tokens end for good; once it is enabled again, the user has to log in again and create new tokens',
  ),
);

import { enable } from '../codes/shared.ts';
import type { common } from '../datasets/common.ts';
import { datasets, registry } from '../datasets/index.ts';
import type { Dataset } from '../kernel/dataset.ts';
import { label } from '../kernel/label.ts';
import { defineSteps } from '../kernel/steps.ts';

/** Rows that are switched on and off by `status` (domain 0.1, ST). */
type Switched = Dataset<string, { readonly status: typeof common.status }>;

/** Every dataset with the field, but for accounts, which have words of their own; a new one is among them by itself. */
const switched = datasets.filter(({ name, fields: { status }, permissions }) => {
  const known = status?.kind === 'code' && status.of === enable;
  return known && name !== registry.adminUser.name && permissions.actions.includes('update');
  // What the condition has just found out.
}) as readonly unknown[] as readonly Switched[];

const back = { label: label('启用', 'Enable'), may: 'update', bulk: 'each' } as const;
const out = { label: label('停用', 'Disable'), may: 'update', bulk: 'each', danger: true } as const;

/** Enabling and disabling, a free toggle (domain 0.1, ST; 3.5): the field stands in form, import and batch as well. */
export const enablingSteps = defineSteps(
  switched,
  'status',
  { start: 'enabled', end: [], toggle: true },
  {
    enable: { ...back, move: { disabled: 'enabled' } },
    disable: {
      ...out,
      move: { enabled: 'disabled' },
      ask: label(
        '停用后不再出现在选项中，已有数据不受影响',
        'It is no longer offered for choice; what refers to it already stays as it is',
      ),
    },
  },
);

/** The same for accounts (domain A1): whoever is disabled is logged out everywhere. */
export const accountSteps = defineSteps(
  registry.adminUser,
  'status',
  { start: 'enabled', end: [], toggle: true },
  {
    enable: { ...back, move: { disabled: 'enabled' } },
    disable: {
      ...out,
      move: { enabled: 'disabled' },
      ask: label(
        '该账号立即退出登录，其接口令牌永久失效；重新启用后须再次登录、另建令牌',
        'The person is logged out everywhere at once and the API tokens end for good; once enabled again, both have to be begun anew',
      ),
    },
  },
);

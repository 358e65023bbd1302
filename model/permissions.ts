import { datasets, type registry } from './contexts/datasets.ts';
import { machineOf, type machines } from './contexts/machines.ts';
import { type screenRegistry, screens } from './contexts/screens.ts';
import type { Action, ActionOf, AnyDataset, DatasetMaking, LastPart, Made } from './kernel/dataset.ts';
import type { Label } from './kernel/label.ts';
import type { Step, StepCode } from './kernel/steps.ts';

/** Labels of actions on buttons and in the permission tree. */
export const actionLabels: Record<Action, Label> = {
  list: { zh: '查询', en: 'View' },
  add: { zh: '新增', en: 'Add' },
  update: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  import: { zh: '导入', en: 'Import' },
  export: { zh: '导出', en: 'Export' },
  batchUpdate: { zh: '批量修改', en: 'Batch update' },
  batchDelete: { zh: '批量删除', en: 'Batch delete' },
};

/** Codes that belong to no dataset. */
export const featurePermissions = {
  'sys:log': { zh: '任务中心', en: 'Job centre' },
  'sys:online:list': { zh: '查看在线用户', en: 'See who is online' },
  'sys:online:kick': { zh: '强制下线', en: 'Sign out' },
  'sys:lock:list': { zh: '查看登录限制', en: 'See login locks' },
  'sys:lock:lift': { zh: '解除登录限制', en: 'Lift login locks' },
  'sys:access:explain': { zh: '访问诊断', en: 'Why can I not see this?' },
  'sys:config:list': { zh: '查看参数', en: 'See parameters' },
  'sys:config:update': { zh: '修改参数', en: 'Change parameters' },
  'wish:cache:clean': { zh: '清理缓存', en: 'Clear caches' },
  'crm:lead:call': { zh: '拨打电话', en: 'Call people' },
  'stat:admin': { zh: '管理首页统计', en: 'Figures of the admin dashboard' },
  'stat:sale': { zh: '销售首页统计', en: 'Figures of the sales dashboard' },
} as const satisfies Record<string, Label>;

/** The permission codes of the datasets, or of the screens, that a registry gathers. */
type CodesOf<R extends Record<string, AnyDataset>> = NonNullable<R[keyof R]['made']>['code'];

/**
 * A permission code: of an action of a dataset, a further one of it, of a step, of a further screen, or one of
 * {@link featurePermissions}. Any other does not compile.
 */
export type PermissionCode =
  | CodesOf<typeof registry>
  | CodesOf<typeof screenRegistry>
  | { [M in keyof typeof machines]: StepCode<(typeof machines)[M]> }[keyof typeof machines]
  | keyof typeof featurePermissions;

/**
 * The permission code of an action, such as `sch:examType:add` (domain 0.2); a further screen may have a separate code
 * for its list.
 */
export function permissionCode<M extends Made>(
  dataset: DatasetMaking<M>,
  action: ActionOf<M>,
): PermissionCode {
  return codeOf(dataset, action === 'list' ? (dataset.screen?.may ?? action) : action);
}

function codeOf({ permissions: { prefix } }: AnyDataset, last: string): PermissionCode {
  // Every dataset is in the registry, from which the type is derived; only the value shows which dataset this is.
  return `${prefix}:${last}` as PermissionCode;
}

/** The permission code of a step of the dataset's machine, such as `wish:settle:confirm`. */
export function stepCode(dataset: AnyDataset, step: Step): PermissionCode {
  return codeOf(dataset, step.may);
}

/** The permission code with one of the dataset's own suffixes (`permissions.own`). */
export function ownCode<M extends Made>(
  dataset: DatasetMaking<M>,
  last: LastPart<M['code']>,
): PermissionCode {
  return codeOf(dataset, last);
}

/** The codes used only by steps of a dataset, with the label of the first one. */
function stepCodes(dataset: AnyDataset): { code: PermissionCode; label: Label }[] {
  const { actions, own = {} } = dataset.permissions;
  const found = new Map<string, Label>();
  for (const step of Object.values(machineOf(dataset)?.steps ?? {})) {
    const known = actions.some(action => action === step.may) || Object.hasOwn(own, step.may);
    if (!known && !found.has(step.may)) found.set(step.may, step.label);
  }
  return [...found].map(([may, label]) => ({ code: codeOf(dataset, may), label }));
}

/** Every declared permission code with its label; no other code can be granted (domain 0.2). */
export function permissionCodes(): {
  code: PermissionCode;
  label: Label;
  dataset: AnyDataset | undefined;
}[] {
  const own = Object.entries(featurePermissions).map(([code, label]) => ({
    // `Object.entries` forgets the names of the keys.
    code: code as keyof typeof featurePermissions,
    label,
    dataset: undefined,
  }));
  const declared = datasets.flatMap(dataset => [
    ...dataset.permissions.actions.map(action => ({
      code: codeOf(dataset, action),
      label: actionLabels[action],
      dataset,
    })),
    ...Object.entries(dataset.permissions.own ?? {}).map(([last, label]) => ({
      code: codeOf(dataset, last),
      label,
      dataset,
    })),
    ...stepCodes(dataset).map(step => ({ ...step, dataset })),
  ]);
  const listed = new Set(declared.map(({ code }) => code));
  const ofScreens = screens
    .map(screen => ({ code: permissionCode(screen, 'list'), label: screen.label, dataset: undefined }))
    .filter(({ code }) => !listed.has(code));
  return [...declared, ...ofScreens, ...own];
}

const known: ReadonlySet<string> = new Set(permissionCodes().map(({ code }) => code));

/** Reports whether a text is a declared permission code. */
export function isPermissionCode(code: string): code is PermissionCode {
  return known.has(code);
}

/**
 * Reports whether a pattern of domain 7.2 grants a code: `wish:*`, `sch:examType:add`, `wish:{prof,site}:{list,add}`.
 * `*` represents any rest.
 */
export function patternGrants(pattern: string, code: string): boolean {
  const source = pattern
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replace(
      /\{([^}]*)\}/g,
      (_, list: string) =>
        `(?:${list
          .split(',')
          .map(part => part.trim())
          .join('|')})`,
    );
  return new RegExp(`^${source}$`).test(code);
}

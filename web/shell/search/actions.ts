import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { may, mayUseKinds } from '../../engine/access/may.ts';
import { askedDialog, type OpenableDialog } from '../../engine/link/asked-dialog.ts';
import type { MenuPage } from '../../engine/menu/menu.ts';
import { datasetAt } from '../../engine/screen/dataset-page.tsx';

/** Pinyin of the buttons' Chinese names: 新增, 导入, 导出. */
const pinyin: Readonly<Record<OpenableDialog, string>> = {
  add: ' XIN ZENG',
  import: ' DAO RU',
  export: ' DAO CHU',
};

/** The names of the actions in both languages, as searched. */
const words: Readonly<Record<OpenableDialog, string>> = {
  add: '新增 add',
  import: '导入 import',
  export: '导出 export',
};

function actionsOn(dataset: AnyDataset): OpenableDialog[] {
  const files = dataset.excel !== undefined;
  const actions: OpenableDialog[] = [];
  if (may(dataset, 'add') && dataset.form.length > 0) actions.push('add');
  if (files && may(dataset, 'import') && mayUseKinds(dataset).length === 0) actions.push('import');
  if (files && may(dataset, 'export')) actions.push('export');
  return actions;
}

/**
 * The actions that the person may take on the lists of the menu, as pages whose address opens the dialog. `named` gives
 * the name of an action on a page.
 */
export function actionPages(
  pages: readonly MenuPage[],
  named: (action: OpenableDialog, page: string) => string,
): MenuPage[] {
  return pages.flatMap(page => {
    const dataset = datasetAt(page.path);
    if (!dataset) return [];
    return actionsOn(dataset).map(action => ({
      ...page,
      path: `${page.path}?${askedDialog}=${action}`,
      title: named(action, page.title),
      otherTitle: `${words[action]} ${page.otherTitle ?? ''}`,
      pinyin: `${pinyin[action]}${page.pinyin}`,
    }));
  });
}

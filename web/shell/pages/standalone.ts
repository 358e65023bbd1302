import { publicPageNames } from '@yikao/model/contexts/portal/public-pages.ts';
import { docCalls } from '@yikao/model/contexts/system/server.calls.ts';
import { standalonePages } from '@yikao/model/menu.ts';
import type { chinese } from '../../i18n/zh-CN.ts';

/** Name of a page without menu and tabs. */
export type StandaloneName = keyof typeof chinese.shell.standalone;

/** Pages reached without the menu, each with its name in both languages; the server renders {@link serversPaths}. */
export const standalonePaths: { readonly [N in StandaloneName]: `/${N}` } = standalonePages;

/** Addresses that the server answers with its own pages: the document of the calls, and the public pages. */
export const serversPaths: readonly string[] = [
  docCalls.page.path,
  ...publicPageNames.map(name => `/${name}`),
];

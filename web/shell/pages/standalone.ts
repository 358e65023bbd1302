import { publicPageNames } from '@yikao/model/contexts/portal/public-pages.ts';
import { docCalls } from '@yikao/model/contexts/system/server.calls.ts';
import type { chinese } from '../../i18n/zh-CN.ts';

/** Name of a page without menu and tabs. */
export type StandaloneName = keyof typeof chinese.shell.standalone;

/**
 * Pages reached without the menu (spec section 2); most without a login too, since their data requires one itself
 * (domain Q14). The server renders the other public pages, see {@link serversPaths}.
 */
export const standalonePaths: { readonly [N in StandaloneName]: `/${N}` } = {
  print: '/print',
  printHn: '/printHn',
  printHenan2: '/printHenan2',
  printChongQing: '/printChongQing',
  printMsjxzj: '/printMsjxzj',
  printZymy: '/printZymy',
  printMsjypt: '/printMsjypt',
  roomSeat: '/roomSeat',
  printHeNan: '/printHeNan',
  printMkzn: '/printMkzn',
  scoreAnalyse: '/scoreAnalyse',
  roomSeatZnz: '/roomSeatZnz',
  printZnz: '/printZnz',
  printSettle: '/printSettle',
  printVoluntary: '/printVoluntary',
  register: '/register',
};

/** Addresses that the server answers with pages of its own: the document of the calls, and the public pages. */
export const serversPaths: readonly string[] = [
  docCalls.page.path,
  ...publicPageNames.map(name => `/${name}`),
];

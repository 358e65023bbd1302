import type { chinese } from '../../i18n/zh-CN.ts';

/** Name of a page without menu and tabs. */
export type StandaloneName = keyof typeof chinese.shell.standalone;

/**
 * Pages reached without the menu (spec section 2); most without a login too, since their data requires one itself
 * (domain Q14).
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
  website: '/website',
  ykzyb: '/ykzyb',
  yklxfw: '/yklxfw',
  mszytb: '/mszytb',
  ykzyzn: '/ykzyzn',
  roomSeatZnz: '/roomSeatZnz',
  printZnz: '/printZnz',
  appIndex: '/appIndex',
  printSettle: '/printSettle',
  printVoluntary: '/printVoluntary',
  register: '/register',
};

import { foldText } from '@yikao/model/rules/compare-text.ts';

/** Makes a select search the labels of its choices, in any width and case. */
export const searchByLabel = {
  filterOption: (words: string, option?: { readonly label?: unknown }) =>
    foldText(String(option?.label ?? '')).includes(foldText(words)),
};

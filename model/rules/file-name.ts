import { withoutMarks } from './compare-text.ts';

/** Characters that a file name has at most. */
const longest = 255;

/** Signs that no file name has on one of the systems that people use, and control characters. */
const forbidden = /[<>:"|?*\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * Returns the last part of a client's file name, safe to display and return: without control characters, invisible or
 * direction marks, and characters invalid in file names, and no longer than file systems allow. A shortened name keeps
 * its extension.
 */
export function fileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = withoutMarks(last.toWellFormed().replace(forbidden, '')).trim();
  const ending = /\.[^.]{1,16}$/.exec(clean)?.[0] ?? '';
  return clean.length <= longest
    ? clean
    : clean
        .slice(0, longest - ending.length)
        .toWellFormed()
        .replace(/\uFFFD$/, '') + ending;
}

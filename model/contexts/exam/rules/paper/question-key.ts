import { label } from '../../../../kernel/label.ts';
import { canonicalAnswer } from '../question-answer.ts';
import { keyOfChoice } from './choice-key.ts';
import { flatten } from './flat-text.ts';
import {
  blanksIn,
  blanksOfKey,
  choiceInStem,
  filledBlanks,
  truthInStem,
  truthOf,
  truthWithReason,
} from './keys.ts';
import type { Making } from './making.ts';
import { lineNumber } from './numbers.ts';

/** Key of a question: below it, in a bracket before its number, or within the stem. */
export function keyOf(making: Making): void {
  const { draft, checks } = making;
  const given = draft.keys.map(one => one.trim()).filter(one => one !== '');
  const [first, second] = given;
  if (second !== undefined && second !== first)
    checks.push(
      label(
        `有不同的答案：${given.map(one => `“${one}”`).join('、')}`,
        `There are different keys: ${given.map(one => `"${one}"`).join(', ')}`,
      ),
    );
  making.key = second !== undefined && second !== first ? undefined : first;
  if (draft.lead !== undefined) {
    if (making.key === undefined && given.length === 0) making.key = draft.lead;
    else if (making.key !== draft.lead) {
      checks.push(
        label(
          `题号前的答案与下面的“${given.join(' ')}”不同`,
          `The key before the number differs from "${given.join(' ')}" below`,
        ),
      );
      making.key = undefined;
    }
  }
}

/** Takes a key out of the stem; a different one below makes both uncertain. */
export function stemKeyOf(making: Making): void {
  const { draft, checks } = making;
  const type = draft.section.heading?.type;
  const take = (
    found: { key: string; title: string; unsure: boolean } | undefined,
    same: (key: string) => boolean,
  ) => {
    if (!found) return false;
    if (making.key === undefined && draft.keys.length === 0 && draft.lead === undefined) {
      making.key = found.key;
      making.title = found.title;
      if (found.unsure) checks.push(label('答案取自题干，请核对', 'The key was taken from the question'));
    } else if (making.key !== undefined && same(making.key)) making.title = found.title;
    else if (!found.unsure) {
      checks.push(
        label(
          `题干中的答案与下面的“${making.key ?? ''}”不同`,
          `The key in the question differs from "${making.key ?? ''}" below`,
        ),
      );
      making.key = undefined;
    }
    return true;
  };
  if (draft.options.size > 0 && type !== 3) {
    const found = choiceInStem(making.title, [...draft.options.keys()]);
    take(
      found,
      key => keyOfChoice(key, draft.options).letters === keyOfChoice(found?.key ?? '', draft.options).letters,
    );
    return;
  }
  if (type === undefined || type === 3) {
    const found = truthInStem(making.title);
    if (take(found, key => truthOf(key) === truthOf(found?.key ?? ''))) return;
  }
  if ((type === undefined || type === 4) && making.key === undefined && draft.keys.length === 0)
    take(filledBlanks(making.title, type === 4), () => false);
}

/** The stored key of a statement. */
export function truthKey(making: Making): string | null {
  const { draft, key, checks } = making;
  if (key === undefined || key === '') return null;
  if (draft.options.size > 0) {
    const { letters } = keyOfChoice(key, draft.options);
    const said = truthOf(draft.options.get(letters) ?? '');
    if (said) return said;
    if (truthOf(key) && !/^[A-F]$/i.test(key.trim())) return truthOf(key) ?? null;
    checks.push(label(`答案“${key}”没有读懂`, `The key "${key}" was not understood`));
    return null;
  }
  const plain = truthOf(key);
  if (plain) return plain;
  const reasoned = truthWithReason(key);
  if (reasoned) {
    making.analysis.unshift(reasoned.why.replace(/[)）]$/, ''));
    return reasoned.truth;
  }
  const letter = flatten(key).trim().toUpperCase();
  if (letter === 'A' || letter === 'B') {
    checks.push(
      label('答案写作 A 或 B，按 A 为对、B 为错读取', 'The key is A or B; A was read as true, B as false'),
    );
    return letter === 'A' ? 'T' : 'F';
  }
  checks.push(label(`答案“${key}”没有读懂`, `The key "${key}" was not understood`));
  return null;
}

/** The stored key of blanks. */
export function blankKey(making: Making): string | null {
  const { key, checks } = making;
  const asked = blanksIn(making.title);
  if (key === undefined || key.trim() === '') return null;
  const { blanks, unsure } = blanksOfKey(key, asked);
  const number = lineNumber(flatten(key));
  if (number && !number.tight && blanks.length === 1)
    checks.push(
      label(
        '答案前有编号，请核对是否属于本题',
        'A number stands before the key; it may be of another question',
      ),
    );
  if (unsure || (asked > 0 && blanks.length !== asked))
    checks.push(
      label(
        `题干有 ${asked} 个空，答案读出 ${blanks.length} 个`,
        `The question has ${asked} blanks; ${blanks.length} answers were read`,
      ),
    );
  if (asked === 0) checks.push(label('题干中没有空', 'The question has no blank'));
  const texts = blanks.map(one => {
    const either = one.split(/\s*(?:或者?|\/)\s*/).filter(Boolean);
    if (either.length < 2 || /^\d+\/\d+$/.test(one.trim())) return one;
    checks.push(label(`“${one}”按几种写法读取`, `"${one}" was read as several wordings`));
    return either.join('|');
  });
  if (texts.some(one => /[；;]/.test(one)))
    checks.push(label('答案中的分号分开各空', 'Semicolons in the key separate blanks'));
  return canonicalAnswer(4, texts.join('；'));
}

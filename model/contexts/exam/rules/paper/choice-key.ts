import { type Label, label } from '../../../../kernel/label.ts';
import { flatten } from './flat-text.ts';
import { lettersOf, letterWithText } from './keys.ts';

/** Letters that a key of a choice names; empty with a problem if it names none. */
export interface ChoiceKey {
  readonly letters: string;
  readonly problem: Label | undefined;
  readonly note: Label | undefined;
}

const look = (text: string) =>
  flatten(text)
    .replaceAll(/[\s。.;,，；]/g, '')
    .toLowerCase();

/** Reads the key of a choice: letters, a letter with the text of its option, or the text alone. */
export function keyOfChoice(key: string, options: ReadonlyMap<string, string>): ChoiceKey {
  const letters = lettersOf(key);
  if (letters !== undefined) return { letters, problem: undefined, note: undefined };
  const one = letterWithText(key);
  if (one && look(options.get(one.letter) ?? '') === look(one.text))
    return { letters: one.letter, problem: undefined, note: undefined };
  const same = [...options].filter(([, text]) => look(text) === look(key) && look(key) !== '');
  const [found] = same;
  if (found && same.length === 1)
    return {
      letters: found[0],
      problem: undefined,
      note: label(
        `答案写的是选项的文字，按 ${found[0]} 读取`,
        `The key is the text of an option; read as ${found[0]}`,
      ),
    };
  return {
    letters: '',
    problem: label(`答案“${key}”没有读懂`, `The key "${key}" was not understood`),
    note: undefined,
  };
}

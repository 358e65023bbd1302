import { label } from '../../../../kernel/label.ts';
import type { QuestionType } from '../../exam.codes.ts';
import { questionType as questionTypes } from '../../exam.codes.ts';
import { optionLetters } from '../question-answer.ts';
import { keyOfChoice } from './choice-key.ts';
import type { Draft } from './draft.ts';
import { flatten } from './flat-text.ts';
import { headingOf } from './headings.ts';
import { blanksIn, truthOf, truthWithReason } from './keys.ts';
import type { Making } from './making.ts';
import { marksOfStem, picturesIn, typeOfStem, withoutPictures, withPictureNames } from './marks.ts';
import { holdsOptionMark } from './options.ts';
import type { PaperQuestion, PaperRow } from './paper.types.ts';
import { blankKey, keyOf, stemKeyOf, truthKey } from './question-key.ts';
import { countCheck, difficultyOf, scoreOf } from './question-marks.ts';

const askForWords =
  /简述|论述|试述|概述|阐述|简要|分析|谈谈|为什么|如何|怎样|什么是|解释|说明|列举|写出|比较|请|哪些|何谓/;

/** The options of a statement say that it is right or wrong, and nothing else. */
function hasTruths({ options }: Draft): boolean {
  return [...options.values()].every(text => truthOf(text) !== undefined);
}

/** Words with which a question begins. */
const asking =
  /^\s*(?:\d{1,3}\s*[.、)）题]*\s*)?(?:简述|论述|试述|概述|阐述|试论|简要|谈谈|列举|分析|什么是)/;

/** The type that heading, options, stem and key tell together. */
function typeOf(making: Making): QuestionType {
  const { draft, title, key, checks } = making;
  const own = draft.type === undefined ? undefined : headingOf(draft.type.replace(/题?$/, '题'));
  if (draft.type !== undefined && (typeof own !== 'object' || own.type === undefined))
    checks.push(label(`题型“${draft.type}”没有读懂`, `The type "${draft.type}" was not understood`));
  const given = draft.section.heading?.type;
  const headed = (typeof own === 'object' ? own.type : undefined) ?? given;
  if (given !== undefined && headed !== given && given !== 'choice')
    checks.push(label('题型与标题不同', 'The type is not that of the heading'));
  const hasOptions = draft.options.size > 0;
  const said = key ?? '';
  if (headed !== undefined && headed !== 'choice') {
    const choice = headed === 1 || headed === 2;
    if (headed === 5 && hasOptions && keyOfChoice(said, draft.options).letters !== '') {
      checks.push(label('按选择题读取，请核对题型', 'Read as a choice; check the type'));
      return keyOfChoice(said, draft.options).letters.length > 1 ? 2 : 1;
    }
    if (choice && !hasOptions)
      checks.push(label('标题是选择题，但没有读到选项', 'The heading says choice, but there are no options'));
    if (!choice && hasOptions && !(headed === 3 && hasTruths(draft)))
      checks.push(
        label('标题不是选择题，但读到了选项', 'There are options, but the heading does not say choice'),
      );
    return headed;
  }
  if (hasOptions) {
    const letters = keyOfChoice(said, draft.options).letters;
    return letters.length > 1 ? 2 : 1;
  }
  if (headed === 'choice') {
    checks.push(label('标题是选择题，但没有读到选项', 'The heading says choice, but there are no options'));
    return 1;
  }
  if (truthOf(said) !== undefined || truthWithReason(said) !== undefined) {
    if (/^\s*[是否]\s*$/.test(said) || !/[√×对错TF]|正确/i.test(flatten(said)))
      checks.push(label('按判断题读取，请核对题型', 'Read as true or false; check the type'));
    return 3;
  }
  if (blanksIn(title) > 0) {
    const bracketOnly = !/_{2,}|＿/.test(title);
    if (bracketOnly) checks.push(label('按填空题读取，请核对题型', 'Read as blanks; check the type'));
    return 4;
  }
  const asks = askForWords.test(title) || /[?？]\s*$/.test(title);
  if (!asks || said === '')
    checks.push(label('没有标题说明题型，按简答题读取', 'No heading names the type; read as a short answer'));
  return 5;
}

/** The free text of key and explanation, which guides the people who mark. */
function guideOf(making: Making): string {
  const { draft, key, analysis } = making;
  return [key ?? '', ...analysis, ...draft.extra]
    .map(one => one.trim())
    .filter(Boolean)
    .join('\n');
}

/** Makes the row of a question, with the reasons to look at it. */
export function questionOf(draft: Draft): PaperQuestion {
  const checks = [...draft.checks];
  const whole = [...draft.section.material, ...draft.stem].join('\n').trim();
  if (draft.section.material.length > 0)
    checks.push(label('材料放在了题干前面', 'The material was put before the question'));
  const before = typeOfStem(whole);
  const own = marksOfStem(before?.title ?? whole);
  const named = before ?? typeOfStem(own.title);
  draft.type ??= named?.type;
  const making: Making = {
    draft,
    checks,
    title: before ? own.title : (named?.title ?? own.title),
    key: undefined,
    analysis: [...draft.explanation],
  };
  keyOf(making);
  stemKeyOf(making);
  const questionType = typeOf(making);
  const isChoice = questionType === questionTypes.is.single || questionType === questionTypes.is.multiple;
  if (
    !isChoice &&
    draft.options.size > 0 &&
    !(questionType === questionTypes.is.trueFalse && hasTruths(draft))
  )
    making.title = [making.title, ...[...draft.options].map(([letter, text]) => `${letter}. ${text}`)].join(
      '\n',
    );
  else if ([making.title, ...draft.options.values()].some(holdsOptionMark))
    checks.push(label('选项的字母不连续或重复', 'The letter of an option is repeated or does not follow'));
  if (draft.stem.slice(1).some(line => asking.test(line)))
    checks.push(
      label('题干有几行，可能是几道题', 'The question has several lines; it may be several questions'),
    );
  if (/[〖〗]/.test([making.title, ...draft.options.values()].join('\n').replaceAll(/〖[^〖〗\n]+〗/g, '')))
    checks.push(label('图片标记不完整', 'The mark of a picture is not whole'));
  const pictures = picturesIn([making.title, ...draft.options.values()].join('\n'));
  const score = scoreOf(making, own);
  let answer: string | null = null;
  if (isChoice) {
    const read = keyOfChoice(making.key ?? '', draft.options);
    if (read.problem && making.key) checks.push(read.problem);
    if (read.note) checks.push(read.note);
    answer = read.letters === '' ? null : read.letters;
  } else if (questionType === questionTypes.is.trueFalse) answer = truthKey(making);
  else if (questionType === questionTypes.is.blank) answer = blankKey(making);
  if (!isChoice && questionType < questionTypes.is.short) making.key = undefined;
  const guide =
    questionType > questionTypes.is.blank
      ? guideOf(making)
      : [...making.analysis, ...draft.extra]
          .map(one => one.trim())
          .filter(Boolean)
          .join('\n');
  const plainKey = flatten(making.key ?? '');
  if (questionType === questionTypes.is.short && (/^[\sA-H]+$/.test(plainKey) || truthOf(plainKey)))
    checks.push(label('简答题的答案只有一个符号', 'The key of a short answer is a letter or a sign'));
  if (questionType > questionTypes.is.blank && !making.key?.trim())
    checks.push(label('没有读到答案', 'No key was read'));
  if (picturesIn(guide).length > 0)
    checks.push(label('解析中的图片不会保存', 'Pictures of the explanation are not stored'));
  const options = optionRow(making, isChoice, pictures);
  const only = pictures.length === 1 && picturesIn(making.title).length === 1;
  const title = only ? withoutPictures(making.title) : withPictureNames(making.title, pictures);
  const wrongCount = draft.section.drafts[0] === draft ? countCheck(draft) : undefined;
  if (wrongCount) checks.push(wrongCount);
  const row: PaperRow = {
    questionType,
    title: title.replaceAll(/[_＿]{2,}/g, '____').trim(),
    ...options,
    answer,
    analysis: guide === '' ? null : withoutPictures(guide),
    score,
    difficulty: difficultyOf(making),
    pictures,
  };
  return { no: draft.no, from: draft.from, to: draft.to, row, checks };
}

type Options = Pick<PaperRow, `option${(typeof optionLetters)[number]}`>;

function optionRow({ draft, checks }: Making, isChoice: boolean, pictures: readonly number[]): Options {
  const given = isChoice ? draft.options : new Map<string, string>();
  const texts = [...given.values()].map(one => flatten(one).replaceAll(/\s/g, ''));
  if (new Set(texts).size < texts.length) checks.push(label('有两个选项相同', 'Two options are the same'));
  if (given.size > optionLetters.length)
    checks.push(
      label(
        `最多 6 个选项，读到 ${given.size} 个`,
        `${given.size} options were read; at most 6 can be stored`,
      ),
    );
  const at = (letter: string) => {
    const text = given.get(letter);
    return text === undefined || text === '' ? null : withPictureNames(text, pictures);
  };
  return {
    optionA: at('A'),
    optionB: at('B'),
    optionC: at('C'),
    optionD: at('D'),
    optionE: at('E'),
    optionF: at('F'),
  };
}

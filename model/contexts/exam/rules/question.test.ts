import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerProblem, canonicalAnswer, isRight } from './question-answer.ts';

describe('marking by rule', () => {
  test('several letters are right in any order and any width', () => {
    expect(isRight(2, 'ACD', 'd,a，Ｃ')).toBe(true);
    expect(isRight(2, 'ACD', 'AC')).toBe(false);
    expect(isRight(2, 'ACD', 'ACDB')).toBe(false);
    expect(isRight(1, 'B', ' b ')).toBe(true);
    expect(isRight(1, 'B', '')).toBe(false);
  });
  test('a statement is true or false however it is written', () => {
    for (const said of ['对', '√', 'T', 'true', '正确', 'Ａ']) expect(isRight(3, 'T', said)).toBe(true);
    for (const said of ['错', '×', 'F', '']) expect(isRight(3, 'T', said)).toBe(false);
  });
  test('a blank may hold any of its alternatives, in full or half width', () => {
    expect(isRight(4, '北京|北平;1949', '北平；１９４９')).toBe(true);
    expect(isRight(4, '北京|北平;1949', '１９４９；北京')).toBe(false);
    expect(isRight(4, '北京;1949', '北京')).toBe(false);
    expect(isRight(4, 'Do Re Mi', 'ｄｏ　ｒｅ ｍｉ')).toBe(true);
    expect(isRight(4, '甲', '')).toBe(false);
  });
  test('an answer has one form', () => {
    expect(canonicalAnswer(2, 'c、A')).toBe('AC');
    expect(canonicalAnswer(3, '错误')).toBe('F');
    expect(canonicalAnswer(4, ' 北京 | 北平 ； １９４９ ')).toBe('北京|北平;1949');
  });
});

describe('answers as a person would mark them', () => {
  test.each([
    ...[
      'A与C',
      'A&C',
      'A-C',
      'a、c。',
      'Ａ　Ｃ',
      '(A)(C)',
      '【A】【C】',
      'C/A',
      'A + C',
      'A及C',
      'Ⓐ和Ⓒ',
      'А,С',
    ].map(given => [2, 'AC', given] as const),
    ...['正确。', '对！', '√', '✔️', 'T.', '（对）', '對', 'TRUE', '是的', '“正确”'].map(
      given => [3, 'T', given] as const,
    ),
    ...['不对', '错误。', '×', '❌', 'F', '錯', '（×）'].map(given => [3, 'F', given] as const),
    ...['冼星海。', '《冼星海》', '「冼星海」', ' 冼 星 海 ', '冼星海；', '冼星海.'].map(
      given => [4, '冼星海|星海', given] as const,
    ),
    ...['北京；1949；', '北京;1949。', '北京，１９４９', '北京、1949', '北京 1949', '北京\n1949\n'].map(
      given => [4, '北京|北平;1949', given] as const,
    ),
    [4, '路德维希·凡·贝多芬', '路德维希凡・贝多芬'] as const,
  ])('%i, %s: %s is right', (type, key, given) => {
    expect(isRight(type, key, given)).toBe(true);
  });

  test.each([
    ...['A或C', '非A、C', 'A至C', 'A~C', 'AC不对', 'AC以外', '不选AC'].map(
      given => [2, 'AC', given] as const,
    ),
    ...['不对', '不是', '对错', '错', '对？不', '', '非'].map(given => [3, 'T', given] as const),
    ...['冼星', '冼星海、聂耳', '不是冼星海', '。', '《》', '(1)冼星海'].map(
      given => [4, '冼星海', given] as const,
    ),
    ...['1949；北京', '北京；1949；1950', '；北京；1949', '北京', '北京；', '北京1949'].map(
      given => [4, '北京;1949', given] as const,
    ),
    ...[
      ['5!', '5'],
      ['-5', '5'],
      ['3.5', '35'],
      ['f(x)', 'fx'],
      ['3·4', '34'],
      ['(a)(b)', 'a)(b'],
    ].map(([key = '', given = '']) => [4, key, given] as const),
  ])('%i, %s: %s is wrong', (type, key, given) => {
    expect(isRight(type, key, given)).toBe(false);
  });

  test('a range is no key', () => {
    const choice = { optionA: '甲', optionB: '乙', optionC: '丙' };
    expect(answerProblem({ questionType: 2, answer: 'A-C', ...choice })?.zh).toContain('选项');
  });

  const letters = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), { minLength: 1 });
  const joint = fc.constantFrom('', ' ', '，', '、', '；', '和', '与', '&', '-', '/', '+', '　');
  test('letters are right exactly if they are those of the key, however they are joined', () => {
    fc.assert(
      fc.property(letters, letters, joint, (key, given, by) => {
        const same = new Set(key).size === new Set([...key, ...given]).size && key.length === given.length;
        expect(isRight(2, key.join(''), given.join(by))).toBe(same);
      }),
    );
  });

  const words = fc.stringMatching(/^[一-龥a-z0-9]{1,6}$/);
  test('blanks are right exactly if each is, whatever stands between, around and after them', () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 4 }),
        fc.array(words, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('；', ';', '，', '、', '\n'),
        fc.constantFrom('', '。', '；', '. ', '；；'),
        (key, given, by, end) => {
          const all = key.join(';');
          expect(isRight(4, all, key.join(by) + end)).toBe(true);
          expect(isRight(4, all, given.join(by) + end)).toBe(given.join('\n') === key.join('\n'));
        },
      ),
    );
  });

  test('a statement is never both true and false', () => {
    fc.assert(
      fc.property(fc.string(), said => {
        expect(isRight(3, 'T', said) && isRight(3, 'F', said)).toBe(false);
      }),
    );
  });
});

describe('questions without a right answer', () => {
  const choice = { optionA: '甲', optionB: '乙' };
  test.each([
    [{ questionType: 1, answer: '', ...choice }, '还没有填写'],
    [{ questionType: 1, answer: 'C', ...choice }, '选项 C 不存在'],
    [{ questionType: 1, answer: 'AB', ...choice }, '单选题只能有一个答案'],
    [{ questionType: 2, answer: 'AZ', ...choice }, '选项 Z 不存在'],
    [{ questionType: 3, answer: '也许' }, '判断题的答案须为 对 或 错'],
    [{ questionType: 4, answer: '甲;;丙' }, '有一个空没有答案'],
  ])('%o', (question, zh) => {
    expect(answerProblem(question)?.zh).toBe(zh);
  });
  test('short answers and works need none', () => {
    expect(answerProblem({ questionType: 5, answer: null })).toBeUndefined();
    expect(answerProblem({ questionType: 6 })).toBeUndefined();
  });
});

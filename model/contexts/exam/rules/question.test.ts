import { describe, expect, test } from 'vitest';
import { answerProblem, canonicalAnswer, isRight } from './question-answer.ts';
import { readQuestions } from './question-text.ts';

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

const text = `乐理试题（共 5 题）
一、单选题
1. 下列哪一个是大三和弦？（2分）
A. C-E-G  B. C-bE-G
C. D-F-A
答案：A
解析：大三度加小三度。
2、五线谱有几条线
A、四
B、五
答案 B
二、多选题
3. 属于弦乐器的有
(A) 小提琴 (B) 大提琴 (C) 长笛
【答案】 AB
三、判断题
4．钢琴有 88 个键。
答案：√
四、填空题
5) 《黄河大合唱》的曲作者是____。
答案：冼星海
难度：易
五、简答题
第6题 简述奏鸣曲式的结构。
答案：呈示部、展开部、再现部。
分值：10
7. 没有答案的题
`;

describe('numbered questions in a plain text', () => {
  const read = readQuestions(text);
  test('each has its number, type, options and answer', () => {
    expect(read.map(({ no, questionType, answer, score }) => [no, questionType, answer, score])).toEqual([
      ['1', 1, 'A', '2'],
      ['2', 1, 'B', null],
      ['3', 2, 'AB', null],
      ['4', 3, 'T', null],
      ['5', 4, '冼星海', null],
      ['6', 5, null, '10'],
      ['7', 5, null, null],
    ]);
    expect(read[0]).toMatchObject({
      title: '下列哪一个是大三和弦？',
      optionA: 'C-E-G',
      optionB: 'C-bE-G',
      optionC: 'D-F-A',
      analysis: '大三度加小三度。',
    });
    expect(read[2]).toMatchObject({ optionA: '小提琴', optionC: '长笛' });
    expect(read[4]).toMatchObject({ difficulty: 1 });
    expect(read[5]).toMatchObject({ analysis: '呈示部、展开部、再现部。' });
  });
  test('each says on which line of the text it begins', () => {
    const lines = text.split('\n');
    for (const { line, no } of read) expect(lines[line]?.normalize('NFKC')).toContain(no);
  });
  test('one that cannot be taken in says why', () => {
    const [wrong] = readQuestions('1. 哪个对\nA. 甲\nB. 乙\n答案：D');
    expect(wrong?.problem?.zh).toBe('选项 D 不存在');
  });
  test('a number within a sentence starts nothing', () => {
    expect(readQuestions('1. 圆周率约为\n3.14 是对的吗\n答案：对')).toHaveLength(1);
  });
});

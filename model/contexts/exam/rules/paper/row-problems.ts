import { type Label, label } from '../../../../kernel/label.ts';
import { limits } from '../../../../limits.ts';
import { questionType as questionTypes } from '../../exam.codes.ts';
import { answerProblem, optionLetters } from '../question-answer.ts';
import { paperMarks } from './marks.ts';
import type { PaperRow } from './paper.types.ts';

/** Reasons for which a question cannot be stored as it is. The server asks the same of the row that it is given. */
export function rowProblems(row: PaperRow): readonly Label[] {
  const problems: Label[] = [];
  const { questionType, title } = row;
  if (title === '') problems.push(label('没有题干', 'There is no question'));
  if (questionType === questionTypes.is.single || questionType === questionTypes.is.multiple) {
    const given = optionLetters.map(letter => (row[`option${letter}`] ?? '') !== '');
    const count = given.lastIndexOf(true) + 1;
    if (count < 2) problems.push(label('至少要有选项 A 和 B', 'Options A and B are needed'));
    else if (given.slice(0, count).includes(false))
      problems.push(
        label(
          `选项 ${optionLetters[given.indexOf(false)]} 是空的`,
          `Option ${optionLetters[given.indexOf(false)]} is empty`,
        ),
      );
  }
  const key = answerProblem(row);
  if (key) problems.push(label(`答案${key.zh}`, `The key ${key.en}`));
  const texts = [
    title,
    row.analysis ?? '',
    ...optionLetters.map(letter => row[`option${letter}`] ?? ''),
  ].join('\n');
  if (texts.includes(paperMarks.unreadFormula))
    problems.push(label('有公式没有读到，请补写', 'A formula was not read; write it in'));
  if (texts.includes(paperMarks.unreadPicture))
    problems.push(
      label('有图片没有读到，请另存为 PNG 后补上', 'A picture was not read; save it as PNG and add it'),
    );
  if (row.pictures.length > limits.filesMax)
    problems.push(
      label(`一题最多 ${limits.filesMax} 张图片`, `A question holds at most ${limits.filesMax} pictures`),
    );
  return problems;
}

import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { when } from '../../kernel/validate/when.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { difficulty, questionType } from './exam.codes.ts';

/** Characters of a stem: the longest that the unique index of its look can hold. */
const stemMax = 800;

/** An option of a choice; the sheets of schools head its column with the letter alone. */
const option = (letter: string, required = false) =>
  when(
    { questionType: [1, 2] },
    field.text({
      label: label(`选项${letter}`, `Option ${letter}`),
      headers: [letter, `${letter}项`],
      max: limits.path,
      required,
    }),
  );

/**
 * The bank of questions of a subject (domain I4). Two stems that look alike are one question, whatever their spaces and
 * widths: a text is compared in its folded form. A formula is written in the text between dollar signs.
 */
export const question = defineDataset({
  name: 'question',
  path: '/api/exam/question',
  menu: { at: '/exam/question', group: 'exams', icon: 'QuestionCircleOutlined', order: 4 },
  tableId: 36,
  label: label('题库', 'Questions'),
  fields: {
    questionId: field.id({ label: label('试题ID', 'Question ID') }),
    examId: field.ref({ to: 'onlineExam', required: true, lockedOnEdit: true }),
    subjectId: field.ref({ to: 'examSubject', required: true, within: ['examId'], lockedOnEdit: true }),
    questionType: field.code({ label: label('题型', 'Type'), of: questionType, required: true }),
    title: field.text({
      label: label('题干', 'Question'),
      required: true,
      max: stemMax,
      multiline: true,
      help: label(
        '公式写在两个 $ 之间，如 $\\frac{1}{2}$',
        'Write a formula between two $, such as $\\frac{1}{2}$',
      ),
    }),
    images: field.images({ label: label('题干图片', 'Pictures') }),
    optionA: option('A', true),
    optionB: option('B', true),
    optionC: option('C'),
    optionD: option('D'),
    optionE: option('E'),
    optionF: option('F'),
    answer: when(
      { questionType: [1, 2, 3, 4] },
      field.text({
        label: label('答案', 'Answer'),
        headers: ['正确答案', '标准答案', '参考答案'],
        required: true,
        max: limits.path,
        format: 'answerKey',
        watched: true,
        help: label(
          '选择题填字母，判断题填 对 或 错；填空题各空用 ； 分开，同一空的几种写法用 | 分开',
          'Letters of a choice; T or F; blanks with ; between, and | between what one blank may be',
        ),
      }),
    ),
    analysis: field.text({
      label: label('解析', 'Analysis'),
      headers: ['评分标准', '答案解析'],
      max: limits.longText,
      multiline: true,
      help: label('简答和作品题填评分标准', 'The guide for marking a short answer or a work'),
    }),
    score: field.decimal({
      label: label('分值', 'Marks'),
      headers: ['分数'],
      scale: 2,
      min: 0.01,
      max: 9999,
      required: true,
    }),
    difficulty: field.code({ label: label('难度', 'Difficulty'), of: difficulty, default: 2 }),
    ...orderAndStatus,
  },
  naturalKey: ['subjectId', 'title'],
  identity: { brief: true, name: 'title' },
  // A paper is drawn by type and difficulty.
  indexes: [['questionType', 'subjectId', 'difficulty', 'status', 'questionId']],
  permissions: { prefix: 'exam:question', actions: everyAction },
  scope: {
    province: { through: 'examId' },
    rest: { common: 'questions are those of an exam of the house' },
  },
  list: {
    columns: ['answer', 'examId', 'orderNum', 'createTime'],
    point: ['title', 'questionType', 'difficulty', 'score', 'subjectId', 'status'],
    filters: [
      'examId',
      'subjectId',
      'questionType',
      'title',
      'difficulty',
      'status',
      'questionId',
      'createTime',
    ],
    sort: ['-questionId'],
  },
  excel: { batchUpdate: ['analysis', 'score', 'difficulty', 'orderNum', 'status'] },
});

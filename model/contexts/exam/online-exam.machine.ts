import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** The life cycle of an online exam (domain I1, 3.14): its times advance it, people open it and publish results. */
export const onlineExamSteps = defineSteps(
  registry.onlineExam,
  'examState',
  {
    start: 'draft',
    end: [],
    edit: {
      draft: 'all',
      applying: ['applyStart', 'applyEnd', 'examStart', 'examEnd', 'fee', 'notice', 'status'],
      closed: ['examStart', 'examEnd', 'notice', 'status'],
      running: ['examEnd', 'notice', 'status'],
      ended: ['notice', 'status'],
      published: ['notice', 'status'],
    },
    delete: ['draft'],
  },
  {
    open: {
      move: { draft: 'applying' },
      label: label('发布考试', 'Publish'),
      may: 'publish',
      ask: label('考生从报名开始时间起可以报名', 'Candidates can apply once registration starts'),
      needs: {
        subjects: label('还没有考试科目', 'The exam has no subject yet'),
        majors: label('还没有启用的报考专业', 'The exam has no enabled majors yet'),
        ahead: [
          ({ applyEnd }, { now }) => applyEnd > now,
          label('报名结束时间已过，请先修改', 'The end of registration has passed; change it first'),
        ],
      },
    },
    withdraw: {
      move: { applying: 'draft' },
      label: label('撤回考试', 'Take back'),
      may: 'publish',
      needs: { unused: label('已有考生报名，不能撤回', 'Candidates have applied already') },
    },
    closeApply: {
      move: { applying: 'closed' },
      label: label('截止报名', 'Close registration'),
      may: 'publish',
      by: ['person', 'clock'],
      due: 'applyEnd',
      ask: label('截止后考生不能再报名', 'Nobody can apply from then on'),
    },
    begin: {
      move: { closed: 'running' },
      label: label('开考', 'The exam begins'),
      by: ['clock'],
      due: 'examStart',
    },
    finish: {
      move: { running: 'ended' },
      label: label('考试结束', 'The exam ends'),
      by: ['clock'],
      due: 'examEnd',
    },
    judge: {
      move: { ended: 'ended' },
      label: label('按线判定', 'Judge by a line'),
      may: 'publish',
      inputs: {
        line: field.decimal({
          label: label('总分合格线', 'Line of the total'),
          scale: 2,
          min: 0,
          max: 99_999,
          required: true,
          help: label('单科合格分同时适用', 'The pass marks of the subjects apply as well'),
        }),
      },
      ask: label(
        '计算每名考生的总分并判定结果；已有的判定将被覆盖',
        'Calculates the total and the result of every candidate; earlier results are replaced',
      ),
      needs: {
        marked: label('还有答卷没有评阅完', 'Some answers have not been marked yet'),
        settled: label('还有迟到的答案没有处理', 'Some late answers have not been decided yet'),
      },
      done: ({ judgeLine }) => judgeLine !== null,
    },
    publish: {
      move: { ended: 'published' },
      label: label('发布成绩', 'Publish results'),
      ask: label('考生可以查询成绩和结果', 'Candidates can see their marks and results'),
      needs: {
        marked: label('还有答卷没有评阅完', 'Some answers have not been marked yet'),
        settled: label('还有迟到的答案没有处理', 'Some late answers have not been decided yet'),
        judged: label('还有考生的结果待定', 'Some candidates have no result yet'),
        current: label(
          '判定之后答卷、答案或科目有变动，请重新判定',
          'Answers, keys or subjects have changed since the results were judged: judge them again',
        ),
      },
    },
    unpublish: {
      move: { published: 'ended' },
      label: label('撤回成绩', 'Withdraw results'),
      may: 'publish',
      danger: true,
    },
  },
);

import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { givenMarks } from './marking/given-marks.ts';
import { markAnswer } from './marking/mark-answer.ts';
import { markedSubjects, nextAnswer } from './marking/next-answer.ts';

/** Server side of the answers: the calls by which they are marked. */
export const examAnswerServer = defineServer(registry.examAnswer, {
  routes(app, engine) {
    handle(app, examCalls.subjects, ({ actor }) => markedSubjects(engine, actor));
    handle(app, examCalls.next, ({ actor, body }) => nextAnswer(engine, actor, body.subjectId));
    handle(app, examCalls.mine, ({ actor, query }) => givenMarks(engine, actor, query.subjectId));
    handle(app, examCalls.mark, ({ actor, body }) => markAnswer(engine, actor, body));
  },
});

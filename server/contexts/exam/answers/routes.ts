import { examAppCalls, workChars } from '@yikao/model/contexts/exam/exam-app.calls.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Feature } from '../../shared/feature.ts';
import { signedCalls } from '../../shared/signed-calls.ts';
import { applyByApp, openExams, outcomeOf } from './apply-by-app.ts';
import { begin } from './begin.ts';
import { handIn } from './hand-in.ts';
import { saveAnswers } from './save-answers.ts';
import { takeWork } from './take-work.ts';

/** Bytes of a batch of answers: a paper of short answers in Chinese. */
const mostBytes = 2 * 1024 * 1024;

/** The calls by which candidates apply for online exams and sit them in the consumer apps (0.7, 26). */
export const examAppFeature: Feature = (app, { engine, config }) => {
  signedCalls(app, { engine, config }, mostBytes, scope => {
    handle(scope, examAppCalls.exams, () => openExams(engine));
    handle(scope, examAppCalls.apply, ({ body }) => applyByApp(engine, body));
    handle(scope, examAppCalls.start, ({ body }) => begin(engine, body));
    handle(scope, examAppCalls.answer, ({ body }) => saveAnswers(engine, body));
    handle(scope, examAppCalls.submit, ({ body }) => handIn(engine, body));
    handle(scope, examAppCalls.result, ({ body }) => outcomeOf(engine, body.applyId));
  });
  signedCalls(app, { engine, config }, workChars + 4_096, scope => {
    handle(scope, examAppCalls.work, ({ body }) => takeWork(engine, body));
  });
};

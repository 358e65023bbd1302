import { mockRegisterCalls } from '@yikao/model/contexts/mock/calls/mock-register.calls.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Feature } from '../../shared/feature.ts';
import { signedCalls } from '../../shared/signed-calls.ts';
import { lookUp, register } from './register.ts';

/** Bytes of a registration. */
const mostBytes = 16 * 1024;

/** Registration of candidates of mock exams by themselves, with a code (domain H7, 3.7). */
export const mockRegistrationFeature: Feature = (app, { engine, config }) => {
  signedCalls(app, { engine, config }, mostBytes, scope => {
    handle(scope, mockRegisterCalls.exam, ({ body }) => lookUp(engine, body.regCode));
    handle(scope, mockRegisterCalls.register, ({ body }) => register(engine, body));
  });
};

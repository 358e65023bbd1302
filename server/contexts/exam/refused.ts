import { failure } from '@yikao/model/errors.ts';

/** The failure that something cannot be done now, with its reason in both languages. */
export function refused(zh: string, en: string): Error {
  return failure('unmetNeeds', { params: { zh, en } });
}

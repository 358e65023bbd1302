import { messages as answers } from '@yikao/model/messages.ts';
import type { Translation } from '../translation.ts';
import type { messages as chinese } from '../zh-CN/messages.ts';

/** Toasts that the browser words itself, in English. */
export const messages = {
  deleted: answers.deleted.en,
  added: answers.added.en,
  modified: answers.modified.en,
  copied: 'Copy successful',
  importFailed: 'Import failed',
  copyFailed: 'Copy failed',
  loginFailed: 'Login failed',
  dataError: 'Data error',
  languageFailed: 'The language could not be changed. Try again later',
  offline: 'The network cannot be reached. Check the connection and try again',
  away: 'The server cannot be reached. Try again later',
  unanswered: 'The server did not answer. The change may have been made; check before you try again',
  unreadable: 'The answer from the server could not be read. Try again later',
  http: {
    status400: 'Bad request',
    status401: 'Your login has ended. Please log in again.',
    status403: 'Access denied',
    status404: 'Address error',
    status408: 'The request timed out',
    status413: 'The file or content is too large',
    status429: 'Too many requests, try again later',
    status500: 'Internal server error',
    status501: 'Not implemented',
    status502: 'Gateway error',
    status503: 'Service unavailable',
    status504: 'Gateway timeout',
    status505: 'HTTP version not supported',
    status507: 'The server has no storage left, try again later',
    other: 'The request failed ({{status}})',
  },
} as const satisfies Translation<typeof chinese>;

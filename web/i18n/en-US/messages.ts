import type { Translation } from '../translation.ts';
import type { messages as chinese } from '../zh-CN/messages.ts';

/** The message catalogue of spec section 8: what a toast says when a call ends. */
export const messages = {
  success: 'Operation successful',
  deleted: 'Deleted successfully',
  added: 'Added successfully',
  modified: 'Modified successfully',
  uploaded: 'Upload successful',
  copied: 'Copy successful',
  deleteFailed: 'Delete failed',
  importFailed: 'Import failed',
  uploadImageFailed: 'The image could not be uploaded',
  copyFailed: 'Copy failed',
  loginFailed: 'Login failed',
  cannotCall: 'There is no phone number to call',
  dataError: 'Data error',
  offline: 'The network cannot be reached. Check the connection and try again',
  unreadable: 'The answer of the server could not be read. Try again later',
  http: {
    status400: 'Bad request',
    status401: 'Unauthorised, please log in',
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
    other: 'The request failed ({{status}})',
  },
} satisfies Translation<typeof chinese>;

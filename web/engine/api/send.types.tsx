/**
 * Calls that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no error below it.
 * This code never runs.
 */

import { fileCalls } from '@yikao/model/calls/files.ts';
import { lockCalls } from '@yikao/model/contexts/people/locks.calls.ts';
import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import { callAddress, send } from './send.ts';
import { download, upload } from './transfer.ts';

/** A call is typed by its input and its answer. */
async function sent(file: File) {
  const { count } = await send(lockCalls.lift, { body: { keys: ['a'] } });
  await send(lockCalls.sms);
  await send(lockCalls.list, { query: { keywords: 'x', size: 20 } });
  await upload(fileCalls.upload, file);
  await download(fileCalls.read, { params: { '*': 'a.csv' } });
  // @ts-expect-error the keys are missing
  await send(lockCalls.lift);
  // @ts-expect-error no such member of the body
  await send(lockCalls.lift, { body: { ids: [1] } });
  // @ts-expect-error no such query
  await send(lockCalls.list, { query: { words: 'x' } });
  // @ts-expect-error the call takes no body
  await send(lockCalls.sms, { body: {} });
  // @ts-expect-error the part of the path is missing
  callAddress(loginCalls.captcha, {});
  // @ts-expect-error the call takes no file
  await upload(lockCalls.lift, file);
  // @ts-expect-error the call answers no file
  await download(lockCalls.sms, {});
  // @ts-expect-error the count is a number
  return count.length;
}

void sent;

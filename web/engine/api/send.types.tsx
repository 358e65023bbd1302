/**
 * Mistakes in sending calls that must not compile, one to a line: the compiler complains of every `@ts-expect-error`
 * beneath which nothing is wrong. Nothing here ever runs.
 */

import { fileCalls } from '@yikao/model/calls/files.ts';
import { lockCalls } from '@yikao/model/calls/locks.ts';
import { loginCalls } from '@yikao/model/calls/login.ts';
import { callAddress, send } from './send.ts';
import { download, upload } from './transfer.ts';

/** A call is sent with what it takes, and gives what it answers. */
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

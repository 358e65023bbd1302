import { createServer } from 'node:net';
import { failure } from '@yikao/model/errors.ts';
import { expect, test } from 'vitest';
import { openServer } from './database/open.ts';
import { faultOf } from './faults.ts';
import { BucketError } from './files/s3-client.ts';
import { silentLogger } from './logger.ts';
import { OfficialFailure } from './official/types.ts';
import { OutsideFailure } from './outside/types.ts';
import { PaymentFailure } from './payment/types.ts';
import { SmsRefused } from './sms/types.ts';

const request = { method: 'PUT', key: 'a' } as const;
const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

test('what the database, the disk or the file store could not do is told apart, however deep it lies', () => {
  const faults = [
    [coded('ECONNREFUSED', { syscall: 'connect' }), 'databaseAway'],
    [coded('ENOENT', { syscall: 'connect' }), 'databaseAway'],
    [coded('57P01'), 'databaseAway'],
    [coded('57P02'), 'databaseLost'],
    [coded('ECONNRESET', { syscall: 'read' }), 'databaseLost'],
    [coded('53300'), 'databaseBusy'],
    [coded('40P01'), 'databaseBusy'],
    [coded('53100'), 'diskFull'],
    [coded('ENOSPC'), 'diskFull'],
    [new BucketError(request, 507, 'XMinioStorageFull'), 'diskFull'],
    [new BucketError(request, 403, 'QuotaExceeded'), 'diskFull'],
    [new BucketError(request, 503, 'SlowDown'), 'storeAway'],
    [new BucketError(request, 0, '', { cause: coded('ECONNREFUSED') }), 'storeAway'],
    [new Error('outside', { cause: coded('ENOSPC') }), 'diskFull'],
    [failure('internal', { cause: coded('57P02') }), 'databaseLost'],
    [failure('databaseAway', { cause: coded('57P01') }), 'databaseAway'],
  ] as const;
  for (const [error, fault] of faults) expect(faultOf(error), error.message).toBe(fault);
});

test('what is no such fault stays what it is', () => {
  const others = [
    coded('ENOENT', { syscall: 'open' }),
    coded('EFBIG'),
    coded('23505'),
    new BucketError(request, 404, 'NoSuchKey'),
    new Error('something else'),
    // Servers of others that are away.
    new OutsideFailure('outsideUnknown', { cause: coded('ENOTFOUND') }),
    new Error('in a job', {
      cause: new OutsideFailure('outsideUnreachable', { cause: coded('ECONNREFUSED') }),
    }),
    new PaymentFailure('unreachable', 'no answer', { cause: coded('ETIMEDOUT') }),
    failure('payUnavailable', {
      cause: new PaymentFailure('unreachable', '', { cause: coded('ECONNRESET') }),
    }),
    new OfficialFailure('unreachable', 0, 'no answer', { cause: coded('EAI_AGAIN') }),
    new SmsRefused('no answer', { cause: coded('ECONNREFUSED') }),
    'text',
    undefined,
  ];
  for (const error of others) expect(faultOf(error), String(error)).toBe(undefined);
});

test('a server that takes connections and does not answer is given up in seconds, as one that is away', async () => {
  const mute = createServer();
  await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve));
  const address = mute.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const database = openServer(`postgres://u@127.0.0.1:${port}/d`, 2, silentLogger());
  const failed = await database.pool.query('select 1').catch(error => error);
  expect(faultOf(failed)).toBe('databaseAway');
  await database.close();
  expect(faultOf(await database.pool.query('select 1').catch(error => error))).toBe('shuttingDown');
  mute.close();
});

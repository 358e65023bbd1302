import type { LoginAnswer, SecondStepBody } from '@yikao/model/contexts/people/login.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import { assertMayEnter } from '../../accounts/organisation.ts';
import { type Caller, type EnterParts, openSession } from '../enter.ts';
import { findDevice } from '../known-devices.ts';
import { countAccount, countAddress, forgive } from '../locks/login-limits.ts';
import { readChallenge, useChallenge } from './challenge.ts';
import { useCode } from './factor.ts';

/** Receives the person as soon as they are identified. */
export type Recognise = (person: { readonly userId: number; readonly userName: string }) => void;

/**
 * The second step of a login. Wrong codes count towards the same locks as wrong
 * passwords. Throws `challengeExpired`, `wrongCode`, `accountLocked`, `accountDisabled`, `organisationDisabled` and
 * `tooManyRequests`.
 */
export async function secondStep(
  parts: EnterParts & { readonly secrets: Secrets },
  { challenge, code }: SecondStepBody,
  caller: Caller,
  recognise: Recognise,
): Promise<LoginAnswer> {
  const { db, clock, secrets } = parts;
  const now = clock.now();
  const waiting = await readChallenge(db, challenge, now);
  const deviceId = waiting && (await findDevice(db, waiting.userName, caller.device, now));
  await countAddress(db, { ip: caller.ip, deviceId }, now);
  if (!waiting) throw failure('challengeExpired');
  recognise(waiting);
  const who = { userName: waiting.userName, ip: caller.ip, deviceId };
  await countAccount(db, who, now);
  if (!(await useCode(db, secrets, waiting.userId, code, now))) throw failure('wrongCode');
  await forgive(db, who, 'all');
  if (!(await useChallenge(db, challenge))) throw failure('challengeExpired');
  await assertMayEnter(db, waiting.userId);
  return openSession(parts, { ...waiting, caller, mustEnrol: false });
}

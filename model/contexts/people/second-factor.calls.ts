import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';

/** State of the caller's second factor. */
const secondFactorState = z.object({
  on: z.boolean(),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai; null while it is off. */
  since: z.string().nullable(),
  recoveryLeft: z.number().int(),
  /** A role or the parameters demand it, so that it cannot be turned off. */
  demanded: z.boolean(),
});

/** Secret of an authenticator app, as text and as an address. */
const secondFactorSecret = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://` address, for a QR code. */
  uri: z.string(),
});

/** A code of the app, which proves that it has the secret. */
const confirmBody = z.object({ code: z.string().trim().min(1).max(32) });

/** The password and a second-factor code. */
const proofBody = z.object({
  password: z.string().min(1).max(64),
  code: z.string().trim().min(1).max(32),
});

/** Recovery codes, shown only once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** See {@link secondFactorState}. */
export type SecondFactorState = z.infer<typeof secondFactorState>;
/** See {@link secondFactorSecret}. */
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;
/** See {@link recoveryCodes}. */
export type RecoveryCodes = z.infer<typeof recoveryCodes>;
/** See {@link proofBody}. */
export type ProofBody = z.output<typeof proofBody>;

const names = { code: label('验证码', 'Code'), password: label('密码', 'Password') };

/** The caller's own second factor (domain 2.A). */
export const secondFactorCalls = {
  state: call('GET /api/admin/secondFactor', {
    of: 'auth',
    label: label('本人的两步验证', "One's own two-step login"),
    may: 'person',
    sessionOnly: true,
    before: ['enrolment'],
    data: secondFactorState,
  }),
  start: call('POST /api/admin/secondFactor/start', {
    of: 'auth',
    label: label('开始启用两步验证：取得密钥', 'Begin to turn two-step login on: a secret'),
    may: 'person',
    sessionOnly: true,
    before: ['enrolment'],
    data: secondFactorSecret,
    fails: ['notAllowedNow'],
  }),
  confirm: call('POST /api/admin/secondFactor/confirm', {
    of: 'auth',
    label: label(
      '确认启用两步验证，返回恢复码，本人的其他登录随即结束',
      "Turn two-step login on with a code; answers recovery codes and ends one's other logins",
    ),
    may: 'person',
    sessionOnly: true,
    before: ['enrolment'],
    body: confirmBody,
    names,
    data: recoveryCodes,
    fails: ['wrongCode', 'tooManyRequests'],
  }),
  off: call('POST /api/admin/secondFactor/off', {
    of: 'auth',
    label: label('关闭两步验证，须密码和验证码', 'Turn two-step login off, with the password and a code'),
    may: 'person',
    sessionOnly: true,
    body: proofBody,
    names,
    fails: ['notAllowedNow', 'wrongOldPassword', 'wrongCode', 'tooManyRequests'],
  }),
  recovery: call('POST /api/admin/secondFactor/recovery', {
    of: 'auth',
    label: label('重新生成恢复码，原有的作废', 'New recovery codes in place of the old'),
    may: 'person',
    sessionOnly: true,
    body: proofBody,
    names,
    data: recoveryCodes,
    fails: ['wrongOldPassword', 'wrongCode', 'tooManyRequests'],
  }),
} as const;

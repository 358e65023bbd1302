import { z } from 'zod';

/** Permission that lets somebody take the second factor from others who have lost it. */
export const secondFactorResetCode = 'sys:user:secondFactor';

/** Data of `GET /api/admin/secondFactor`: how it stands with one's own second factor. */
export const secondFactorState = z.object({
  on: z.boolean(),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai; null while it is off. */
  since: z.string().nullable(),
  recoveryLeft: z.number().int(),
  /** A role or the parameters demand it, so that it cannot be turned off. */
  demanded: z.boolean(),
});

/** Data of `POST /api/admin/secondFactor/start`: what an authenticator app takes in. */
export const secondFactorSecret = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://` address, for a QR code. */
  uri: z.string(),
});

/** Body of `POST /api/admin/secondFactor/confirm`. */
export const confirmBody = z.object({ code: z.string().trim().min(1).max(32) });

/** Body of `POST /api/admin/secondFactor/off` and `/recovery`: both of what one knows and what one has. */
export const proofBody = z.object({
  password: z.string().min(1).max(64),
  code: z.string().trim().min(1).max(32),
});

/** Recovery codes, told this once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Body of `POST /api/admin/user/secondFactor/reset`. */
export const secondFactorResetBody = z.object({ userId: z.number().int().positive() });

/** See {@link secondFactorState}. */
export type SecondFactorState = z.infer<typeof secondFactorState>;
/** See {@link secondFactorSecret}. */
export type SecondFactorSecret = z.infer<typeof secondFactorSecret>;
/** See {@link recoveryCodes}. */
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

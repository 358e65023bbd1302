/** Milliseconds a text code is good for (domain A5). */
export const smsCodeLifeMs = 5 * 60_000;
/** Milliseconds before the same number may ask for another one (domain A5). */
export const smsResendMs = 60_000;
/** Digits of a text code (domain F7). */
export const smsCodeDigits = 6;

/** Purposes of a text code that needs no login (domain A5, A11): to register, to log in, to ask for advice. */
export const smsScenes = ['register', 'login', 'consult'] as const;

/** One of {@link smsScenes}. */
export type SmsScene = (typeof smsScenes)[number];

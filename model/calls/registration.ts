import { z } from 'zod';

/** Milliseconds a text code is good for (domain A5). */
export const smsCodeLifeMs = 5 * 60_000;
/** Milliseconds before the same number may ask for another one (domain A5). */
export const smsResendMs = 60_000;
/** Digits of a text code (domain F7). */
export const smsCodeDigits = 6;

/** What a text code may be asked for without a login (domain A5): to register, or to log in with an account. */
export const smsScenes = ['register', 'login'] as const;

/** One of {@link smsScenes}. */
export type SmsScene = (typeof smsScenes)[number];

/** Query of `GET /api/sms/user/code` (domain A5; 0.7, item 8: with a captcha). */
export const smsCodeQuery = z.object({
  mobile: z.string().trim(),
  scene: z.enum(smsScenes).default('register'),
  uuid: z.string().max(64).default(''),
  patchca: z.string().trim().max(8).default(''),
});

/** Data of `GET /api/sms/user/code`: the same for every number, known here or not. */
export const smsCodeSent = z.object({
  /** Seconds before another one may be asked for. */
  resendSeconds: z.int(),
  /** Seconds it is good for. */
  validSeconds: z.int(),
});

/**
 * Fields of `POST /api/admin/partners/register`, multipart with the picture `license` beside them, or JSON without
 * one (domain F7). The rest of the form's fields are those of the dataset, which checks them.
 */
export const registerBody = z.looseObject({
  smsCode: z.string().trim().max(16).default(''),
  password: z.string().max(1_000).default(''),
  /** Whether the notice about what becomes of the data was agreed to. */
  agreed: z.union([z.boolean(), z.enum(['true', '1']).transform(() => true)]).catch(false),
});

/** Data of a registration that was taken in. */
export const registered = z.object({ applyId: z.int(), auditStatus: z.int() });

/** Body of `POST /api/admin/partners/register/status`: whoever holds the number may look. */
export const registerStatusBody = z.object({
  phone: z.string().trim().max(20),
  smsCode: z.string().trim().max(16),
});

/** An application as the applicant may see it; what was typed comes back so that a refused one can be mended. */
export const ownApplication = z.object({
  applyId: z.int(),
  applyType: z.int(),
  partnersName: z.string(),
  userName: z.string(),
  phone: z.string(),
  provinceId: z.int(),
  cityId: z.int().nullable(),
  address: z.string(),
  position: z.string().nullable(),
  recCode: z.string().nullable(),
  remark: z.string().nullable(),
  auditStatus: z.int(),
  auditRemark: z.string().nullable(),
  /** Times as `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  createTime: z.string(),
  auditTime: z.string().nullable(),
  /** Account to log in with, once approved. */
  account: z.string().nullable(),
});

/** Data of `POST /api/admin/partners/register/status`, the latest first. */
export const ownApplications = z.array(ownApplication);

/** Data of `GET /api/admin/partners/register/places`: where an applicant may be. */
export const registerPlaces = z.array(
  z.object({
    provinceId: z.int(),
    provinceName: z.string(),
    cities: z.array(z.object({ cityId: z.int(), cityName: z.string() })),
  }),
);

/** Body of `PUT /api/admin/partners/apply/audit` (domain F7): 2 approves, 3 refuses with a reason. */
export const auditBody = z.object({
  applyId: z.coerce.number().int().positive(),
  auditStatus: z.union([z.literal(2), z.literal(3)]),
  auditRemark: z.string().trim().max(64).default(''),
  /** Partner that an agency belongs to, or that a partner stands under. */
  partnersId: z.coerce.number().int().positive().nullable().default(null),
});

/** Data of the review. */
export const audited = z.object({
  auditStatus: z.int(),
  /** Account that was made; null for a refusal. */
  account: z.string().nullable(),
});

/** See {@link ownApplication}. */
export type OwnApplication = z.infer<typeof ownApplication>;
/** See {@link registerPlaces}. */
export type RegisterPlaces = z.infer<typeof registerPlaces>;

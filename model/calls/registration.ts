import { z } from 'zod';
import { partnersApply } from '../datasets/partner/partners-apply.ts';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';
import { keyValue } from './values.ts';

/** Milliseconds a text code is good for (domain A5). */
export const smsCodeLifeMs = 5 * 60_000;
/** Milliseconds before the same number may ask for another one (domain A5). */
export const smsResendMs = 60_000;
/** Digits of a text code (domain F7). */
export const smsCodeDigits = 6;

/** Purposes of a text code that needs no login (domain A5): to register, or to log in with an account. */
export const smsScenes = ['register', 'login'] as const;

/** One of {@link smsScenes}. */
export type SmsScene = (typeof smsScenes)[number];

/** Where a text code is to go (domain A5; 0.7, item 8: with a captcha). */
const smsCodeQuery = z.object({
  mobile: z.string().trim(),
  scene: z.enum(smsScenes).default('register'),
  uuid: z.string().max(64).default(''),
  patchca: z.string().trim().max(8).default(''),
});

/** The same for every number, known here or not. */
const smsCodeSent = z.object({
  /** Seconds before another one may be asked for. */
  resendSeconds: z.int(),
  /** Seconds it is good for. */
  validSeconds: z.int(),
});

/**
 * Fields of a registration, multipart with the picture `license` beside them, or JSON without
 * one (domain F7). The rest of the form's fields are those of the dataset, which checks them.
 */
export const registerBody = z.looseObject({
  smsCode: z.string().trim().max(16).default(''),
  password: z.string().max(1_000).default(''),
  /** Whether the notice about what becomes of the data was agreed to. */
  agreed: z.union([z.boolean(), z.enum(['true', '1']).transform(() => true)]).catch(false),
});

/** A registration that was taken in. */
const registered = z.object({ applyId: z.int(), auditStatus: z.int() });

/** Whoever holds the number may look. */
const registerStatusBody = z.object({
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

/** Standing of one's applications, the latest first. */
export const ownApplications = z.array(ownApplication);

/** Where an applicant may be. */
const registerPlaces = z.array(
  z.object({
    provinceId: z.int(),
    provinceName: z.string(),
    cities: z.array(z.object({ cityId: z.int(), cityName: z.string() })),
  }),
);

/** A decision (domain F7): 2 approves, 3 refuses with a reason. */
const auditBody = z.object({
  applyId: keyValue,
  auditStatus: z.union([z.literal(2), z.literal(3)]),
  auditRemark: z.string().trim().max(64).default(''),
  /** Partner that an agency belongs to, or that a partner stands under. */
  partnersId: keyValue.nullable().default(null),
});

/** Result of a review, and the account that it made. */
const audited = z.object({
  auditStatus: z.int(),
  /** Account that was made; null for a refusal. */
  account: z.string().nullable(),
});

/** See {@link ownApplication}. */
export type OwnApplication = z.infer<typeof ownApplication>;
/** See {@link registerPlaces}. */
export type RegisterPlaces = z.infer<typeof registerPlaces>;
/** See {@link auditBody}. */
export type AuditBody = z.output<typeof auditBody>;
/** See {@link registerStatusBody}. */
export type RegisterStatusBody = z.output<typeof registerStatusBody>;

/** Applications and look-ups that one address may send an hour; each carries a picture, so it is asked for first. */
const limit = { name: 'register-address', per: 'address', max: 30, windowMs: 3_600_000 } as const;

/** Registration of partners and agencies, its review, and the text codes it needs (domain A5, F7). */
export const registrationCalls = {
  smsCode: call('GET /api/sms/user/code', {
    also: ['GET /api/user/sms/code'],
    of: 'registration',
    label: label('发送短信验证码，须图形验证码', 'Send a text code; asks for a captcha'),
    may: 'public',
    query: smsCodeQuery,
    data: smsCodeSent,
    fails: ['wrongCaptcha', 'captchaExpired', 'smsTooSoon', 'smsFailed', 'tooManyRequests'],
    service: 'user',
  }),
  register: call('POST /api/admin/partners/register', {
    of: 'registration',
    label: label(
      '合伙人或机构注册申请，可附资质图片',
      'Apply as partner or agency, with a picture of the licence or without',
    ),
    may: 'public',
    body: registerBody,
    upload: { field: 'license', optional: true },
    data: registered,
    limit,
    fails: ['invalidFields', 'wrongSmsCode', 'applyPending', 'tooLarge'],
  }),
  status: call('POST /api/admin/partners/register/status', {
    of: 'registration',
    label: label('凭短信验证码查询本人申请', "Look one's own applications up with a text code"),
    may: 'public',
    body: registerStatusBody,
    names: { phone: partnersApply.fields.phone.label },
    data: ownApplications,
    limit,
    fails: ['wrongSmsCode'],
  }),
  places: call('GET /api/admin/partners/register/places', {
    of: 'registration',
    label: label('注册可选的省市', 'Provinces and cities to register in'),
    may: 'public',
    data: registerPlaces,
  }),
  license: call(`GET ${partnersApply.path}/license`, {
    of: partnersApply,
    label: label('申请的资质图片', 'Picture of the licence'),
    may: 'base:partnersapply:list',
    query: z.object({ applyId: keyValue }),
    answers: 'file',
    fails: ['notFound'],
  }),
  audit: call(`PUT ${partnersApply.path}/audit`, {
    of: partnersApply,
    label: label(
      '审核：通过开通账号，驳回须填原因',
      'Decide: approve and make the account, or refuse with a reason',
    ),
    may: 'base:partnersapply:audit',
    body: auditBody,
    data: audited,
    audit: 'review',
    fails: ['notFound', 'notAllowedNow', 'roleMissing'],
  }),
} as const;

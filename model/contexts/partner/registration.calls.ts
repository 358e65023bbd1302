import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { smsScenes } from '../system/sms-code.ts';
import { partnersApply } from './partners-apply.ts';

/** The recipient of a text code (domain A5; 0.7, item 8: with a captcha). */
const smsCodeQuery = z.object({
  mobile: z.string().trim(),
  scene: z.enum(smsScenes).default('register'),
  uuid: z.string().max(64).default(''),
  patchca: z.string().trim().max(8).default(''),
});

/** The same answer for every number, known or unknown. */
const smsCodeSent = z.object({
  /** Seconds before another one may be requested. */
  resendSeconds: z.int(),
  /** Seconds it is good for. */
  validSeconds: z.int(),
});

/**
 * Fields of a registration, multipart with the picture `license`, or JSON without one (domain F7). The remaining fields
 * are the dataset's, which validates them.
 */
export const registerBody = z.looseObject({
  smsCode: z.string().trim().max(16).default(''),
  password: z.string().max(1_000).default(''),
  /** True if the privacy notice was accepted. */
  agreed: z.union([z.boolean(), z.enum(['true', '1']).transform(() => true)]).catch(false),
});

/** A registration that was taken in. */
const registered = z.object({ applyId: z.int(), auditStatus: z.int() });

/** Requires proof of holding the number. */
const registerStatusBody = z.object({
  phone: z.string().trim().max(20),
  smsCode: z.string().trim().max(16),
});

/** An application as the applicant may see it, with the typed values so that a refused one can be corrected. */
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

/** The caller's applications, latest first. */
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
  /** Partner that an agency belongs to, or parent of a partner. */
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

/** Applications and look-ups allowed per address and hour; each includes a picture, so the limit is checked first. */
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

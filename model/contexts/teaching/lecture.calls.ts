import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { stepAnswer } from '../../calls/step-calls.ts';
import { keyValue } from '../../calls/values.ts';
import { plainMobile } from '../../fields/mobile.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { lectureApply } from './lecture-apply.ts';

const mobile = z
  .string()
  .trim()
  .max(32)
  .overwrite(plainMobile)
  .regex(/^1[3-9]\d{9}$/);

/**
 * Body of a registration: a candidate by number, or for a lecture free of charge somebody by name and mobile. `payType`
 * 4 or 5 is paid already, 9 is given away; left out, the order waits for its money.
 */
const registerBody = z.object({
  lectureId: keyValue,
  userId: keyValue.optional(),
  name: z.string().trim().min(1).max(limits.shortName).optional(),
  mobile: mobile.optional(),
  payType: z.coerce
    .number()
    .pipe(z.union([z.literal(4), z.literal(5), z.literal(9)]))
    .nullish(),
});

/** See {@link registerBody}. */
export type LectureRegistration = z.output<typeof registerBody>;

/** A registration that was taken. */
const registered = z.object({
  id: z.int(),
  payStatus: z.int(),
  /** The order that pays it; null if it is free. */
  orderNo: z.string().nullable(),
});

/** Calls of lectures beside those of their datasets (domain J4). */
export const lectureCalls = {
  register: call(`POST ${lectureApply.path}`, {
    once: true,
    of: lectureApply,
    label: label('登记讲座报名', 'Register somebody for a lecture'),
    may: 'wish:lectureapply:add',
    body: registerBody,
    names: {
      lectureId: lectureApply.fields.lectureId.label,
      userId: lectureApply.fields.userId.label,
      name: lectureApply.fields.name.label,
      mobile: lectureApply.fields.mobile.label,
    },
    data: registered,
    message: 'added',
    audit: 'add',
    fails: ['unmetNeeds'],
  }),
  signByCode: call(`POST ${lectureApply.path}/sign/code`, {
    of: lectureApply,
    label: label('扫码签到', 'Check somebody in by scanning the QR code'),
    may: 'wish:lectureapply:sign',
    body: z.object({ signCode: z.string().trim().toUpperCase().min(4).max(16) }),
    data: stepAnswer.extend({ name: z.string(), lectureName: z.string() }),
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
  signPicture: call(`GET ${lectureApply.path}/sign/qr`, {
    of: lectureApply,
    label: label('签到二维码(SVG)', 'The QR picture of a registration (SVG)'),
    may: 'wish:lectureapply:list',
    query: z.object({ id: keyValue }),
    answers: 'file',
    fails: ['notFound'],
  }),
} as const;

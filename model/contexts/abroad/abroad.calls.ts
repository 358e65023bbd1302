import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { exportBody, jobStarted } from '../../calls/jobs.ts';
import { plainMobile } from '../../fields/mobile.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { lead } from '../crm/lead.ts';
import { smsCodeDigits } from '../system/sms-code.ts';
import { abroadItem } from './abroad-item.ts';
import { abroadOrder } from './abroad-order.ts';

const id = z.coerce.number().int().positive();
const text = (max: number) => z.string().trim().max(max);
const mobile = z
  .string()
  .trim()
  .max(32)
  .overwrite(plainMobile)
  .regex(/^1[3-9]\d{9}$/);

/**
 * Body of `POST /api/data/wish/abroad/order`: a candidate by number, or a person by name and mobile (domain O4).
 * `payType` 4 or 5 is paid already, 9 is given away; left out, it is still to be paid.
 */
const orderBody = z.object({
  itemId: id,
  userId: id.optional(),
  studentName: text(limits.shortName).min(1).optional(),
  mobile: mobile.optional(),
  /** The consultant; defaults to the caller. */
  consultantId: id.optional(),
  payType: z.coerce
    .number()
    .pipe(z.union([z.literal(4), z.literal(5), z.literal(9)]))
    .nullish(),
  transactionId: text(limits.name).nullish(),
  remark: text(limits.remark).nullish(),
});

/** An order to be placed. */
export type AbroadOrderAsk = z.output<typeof orderBody>;

/** An order that was placed. */
const placed = z.object({ orderId: z.int(), orderNo: z.string(), status: z.int(), amount: z.string() });

const path = z.string().nullable();

/**
 * Content of the public page: rows that are switched on or on the shelf, and no other fields (domain A11, section 5).
 * Pictures are public paths of files; `intro` is sanitised HTML.
 */
const abroadPage = z.object({
  countries: z.array(
    z.object({
      countryId: z.int(),
      countryName: z.string(),
      enName: z.string().nullable(),
      flag: path,
      hotFlag: z.int(),
      intro: z.string().nullable(),
    }),
  ),
  directions: z.array(
    z.object({
      id: z.int(),
      directionName: z.string(),
      parentId: z.int(),
      countryIds: z.array(z.int()),
      cover: path,
      intro: z.string().nullable(),
    }),
  ),
  schools: z.array(
    z.object({
      id: z.int(),
      schoolName: z.string(),
      enName: z.string().nullable(),
      countryId: z.int(),
      cityName: z.string().nullable(),
      qsRank: z.int().nullable(),
      directionIds: z.array(z.int()),
      tuition: z.string().nullable(),
      language: z.string().nullable(),
      siteUrl: z.string().nullable(),
      logo: path,
      intro: z.string().nullable(),
    }),
  ),
  items: z.array(
    z.object({
      id: z.int(),
      itemName: z.string(),
      countryId: z.int(),
      directionId: z.int(),
      schoolId: z.int().nullable(),
      degree: z.int(),
      price: z.string(),
      duration: z.string().nullable(),
      requirement: z.string().nullable(),
      cover: path,
      intro: z.string().nullable(),
    }),
  ),
});

/** See {@link abroadPage}. */
export type AbroadPage = z.infer<typeof abroadPage>;

/** A consultation (domain A11): the text code proves that the number is the person's own. */
const consultBody = z.object({
  name: text(limits.shortName).min(1),
  mobile,
  smsCode: text(16).regex(new RegExp(`^\\d{${smsCodeDigits}}$`)),
  /** The programme that the person asks about. */
  itemId: id.nullish(),
  remark: text(limits.consultation).default(''),
  agreed: z.literal(true),
});

/** See {@link consultBody}. */
export type Consultation = z.output<typeof consultBody>;

/** Calls of study abroad beside those of its datasets (spec section 7; domain O4, Q66, A11, section 5). */
export const abroadCalls = {
  orders: call(`POST ${abroadOrder.path}/page`, {
    of: abroadOrder,
    label: label('分页查询留学订单(条件在请求体中)', 'Abroad orders page by page, asked in the body'),
    may: 'abroad:order:list',
    reads: true,
    body: z.looseObject({}),
    data: pageOf(z.looseObject({})),
  }),
  exportOrders: call('POST /api/data/wish/export/abroad/order', {
    also: ['POST /api/data/wish/abroad/export/order'],
    once: true,
    of: abroadOrder,
    label: label('导出留学订单', 'Export abroad orders'),
    may: 'abroad:order:export',
    audit: 'export',
    message: 'jobStarted',
    reads: true,
    body: exportBody,
    data: jobStarted,
  }),
  place: call(`POST ${abroadOrder.path}`, {
    once: true,
    of: abroadOrder,
    label: label('新建留学订单', 'Place an abroad order'),
    may: 'abroad:order:add',
    body: orderBody,
    names: {
      itemId: abroadOrder.fields.itemId.label,
      studentName: abroadOrder.fields.studentName.label,
      mobile: abroadOrder.fields.mobile.label,
      consultantId: abroadOrder.fields.consultantId.label,
    },
    data: placed,
    message: 'added',
    audit: 'add',
  }),
  page: call('GET /api/base/website/page', {
    of: 'website',
    label: label('公开页面的内容', 'What a public page shows'),
    may: 'public',
    query: z.object({ page: z.literal('yklxfw') }),
    data: abroadPage,
    limit: { name: 'website-page', per: 'address', max: 600, windowMs: 3_600_000 },
  }),
  /** The same answer for every number, known or unknown. */
  consult: call('POST /api/base/website/consult', {
    once: true,
    of: 'website',
    label: label(
      '留学咨询，凭短信验证码，成为线索',
      'Consult about study abroad, with a text code; makes a lead',
    ),
    may: 'public',
    body: consultBody,
    names: {
      name: label('姓名', 'Name'),
      mobile: lead.fields.mobile.label,
      smsCode: label('短信验证码', 'Text code'),
      itemId: abroadItem.label,
      remark: label('想了解什么', 'What you want to know'),
      agreed: label('隐私说明', 'Privacy notice'),
    },
    limit: { name: 'consult-address', per: 'address', max: 30, windowMs: 3_600_000 },
    fails: ['wrongSmsCode'],
  }),
} as const;

import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { exportBody, jobStarted } from '../../calls/jobs.ts';
import { plainMobile } from '../../fields/mobile.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
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

/** Calls of study abroad beside those of its datasets (spec section 7; domain O4, Q66). */
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
    chooses: [{ of: 'wishUser' }, { of: 'abroadItem', where: { upStatus: 1 } }],
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
} as const;

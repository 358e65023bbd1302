import type { PayBizType, PayChannel } from '@yikao/model/codes/payment.ts';
import { sql } from 'kysely';
import type { Db } from '../engine/sql.ts';
import type { GatewayName } from '../platform/payment/types.ts';

/** A payment as what deals with vendors reads it; the dataset `payRecord` says what each field is. */
export interface PaymentRecord {
  readonly recordId: number;
  readonly payNo: string;
  readonly bizType: PayBizType;
  readonly orderNo: string;
  readonly title: string;
  readonly amount: string;
  readonly paidAmount: string | null;
  readonly payType: PayChannel;
  readonly payStatus: number;
  readonly gateway: GatewayName;
  readonly accountId: number | null;
  readonly transactionId: string | null;
  readonly expireTime: Date;
  readonly codeUrl: string | null;
  readonly payParams: Readonly<Record<string, string>> | null;
  readonly partnersId: number | null;
}

/** The states of `payStatus` that code asks for. */
export const stands = { pending: 0, paid: 1, closed: 2, held: 3, returned: 4, settled: 5 } as const;

const columns = sql`
  p.record_id as "recordId", p.pay_no as "payNo", p.biz_type as "bizType", p.order_no as "orderNo", p.title,
  p.amount::text as amount, p.paid_amount::text as "paidAmount", p.pay_type as "payType", p.pay_status as "payStatus",
  p.gateway, p.account_id as "accountId", p.transaction_id as "transactionId", p.expire_time as "expireTime",
  p.code_url as "codeUrl", p.pay_params as "payParams", p.partners_id as "partnersId"`;

function recordOf(row: PaymentRecord): PaymentRecord {
  const whole = (value: number | null) => (value === null ? null : Number(value));
  return {
    ...row,
    recordId: Number(row.recordId),
    accountId: whole(row.accountId),
    partnersId: whole(row.partnersId),
  };
}

/** The payment of that number; undefined when there is none. `locked` keeps everybody else from changing it. */
export async function findRecord(
  db: Db,
  payNo: string,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<PaymentRecord | undefined> {
  const found = await sql<PaymentRecord>`
    select ${columns} from t_pay_record as p where p.pay_no = ${payNo} and not p.deleted
    ${locked ? sql`for update` : sql``}`.execute(db);
  return found.rows.map(recordOf)[0];
}

/** The payments of an order in these states, the newest first. */
export async function recordsOf(
  db: Db,
  bizType: PayBizType,
  orderNo: string,
  states: readonly number[],
): Promise<PaymentRecord[]> {
  const found = await sql<PaymentRecord>`
    select ${columns} from t_pay_record as p
    where p.biz_type = ${bizType} and p.order_no = ${orderNo} and p.pay_status = any(${states}::smallint[])
      and not p.deleted
    order by p.record_id desc`.execute(db);
  return found.rows.map(recordOf);
}

/**
 * The orders among these that somebody may be paying just now: their vendor has not said yet that it takes no money for
 * them any more. The clock leaves such orders open.
 */
export async function ordersBeingPaid(
  db: Db,
  bizType: PayBizType,
  orderNos: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql<{ orderNo: string }>`
    select distinct p.order_no as "orderNo" from t_pay_record as p
    where p.biz_type = ${bizType} and p.order_no = any(${orderNos}::text[]) and p.pay_status = ${stands.pending}
      and not p.deleted`.execute(db);
  return new Set(found.rows.map(({ orderNo }) => orderNo));
}

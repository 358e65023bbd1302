import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { PayBizType, PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { payStatus } from '@yikao/model/contexts/payment/payment.codes.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import type { GatewayName } from '../../platform/payment/types.ts';

/** The parts of a payment used with vendors; the dataset `payRecord` documents the fields. */
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

/** The states of `payStatus` used in code. */
export const stands = payStatus.is;

const columns = sql`
  p.record_id, p.pay_no, p.biz_type, p.order_no, p.title, p.amount, p.paid_amount, p.pay_type, p.pay_status,
  p.gateway, p.account_id, p.transaction_id, p.expire_time, p.code_url, p.pay_params, p.partners_id`;

/** The payment with that number; undefined if there is none. `locked` prevents concurrent changes. */
export async function findRecord(
  db: Db,
  payNo: string,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<PaymentRecord | undefined> {
  const found = await sql<PaymentRecord>`
    select ${columns} from t_pay_record as p where p.pay_no = ${payNo} and not p.deleted
    ${locked ? sql`for update` : sql``}`.execute(db);
  return found.rows[0];
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
  return found.rows;
}

/**
 * The orders among these that may currently be being paid: their vendor has not yet confirmed that it takes no more
 * money. The clock leaves such orders open.
 */
export async function ordersBeingPaid(
  db: Db,
  bizType: PayBizType,
  orderNos: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql<Columns<typeof registry.payRecord, 'orderNo'>>`
    select distinct p.order_no from t_pay_record as p
    where p.biz_type = ${bizType} and p.order_no = any(${orderNos}::text[]) and p.pay_status = ${codesOf(payStatus).pending}
      and not p.deleted`.execute(db);
  return new Set(found.rows.map(({ orderNo }) => orderNo));
}

import { paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { handle } from '../../../engine/http/handle.ts';
import type { Feature } from '../../shared/feature.ts';
import { askAboutPayment } from '../ask-vendor.ts';
import type { Gateways } from '../gateways.ts';
import type { PayableKinds } from '../payable.ts';
import { prepay } from '../prepay.ts';
import { findRecord, stands } from '../records.ts';
import { localPageRoutes } from './local-page-routes.ts';
import { notifyRoutes } from './notify.ts';

/** Shortest time in seconds between two queries to the vendor about one payment. */
const askEverySeconds = 3;

/**
 * Payments: preparing one for an order, reading its status, and receiving vendors' notices. `kinds` are the kinds of
 * orders; each reacts to its payment's event (`payRecord.pay`).
 */
export function paymentFeature(gateways: Gateways, kinds: PayableKinds): Feature {
  return (app, context) => {
    const { engine, logger } = context;

    handle(app, paymentCalls.prepay, async ({ actor, body: { bizType, orderNo, payType } }) => {
      const order = await kinds[bizType]?.find(engine, actor, orderNo);
      if (!order) throw failure('notFound');
      const { payNo, codeUrl, params, expireTime } = await prepay(engine, gateways, bizType, payType, order);
      return {
        payNo,
        codeUrl: codeUrl ?? null,
        params: params ? { ...params } : null,
        expireTime: shanghaiTime(expireTime),
      };
    });

    handle(app, paymentCalls.status, async ({ actor, query: { payNo } }) => {
      const record = await findRecord(engine.db, payNo);
      const seen = record && (await kinds[record.bizType]?.see(engine, actor, record.orderNo));
      if (!record || !seen) throw failure('notFound');
      if (record.payStatus === stands.pending && (await mayAsk(record.recordId))) {
        // Notices report the payment too: if the vendor cannot be reached now, the answer only comes later.
        await askAboutPayment(engine, gateways, record).catch((error: unknown) =>
          logger.warn({ err: error, payNo }, 'A payment could not be looked after'),
        );
      }
      const stand = (await findRecord(engine.db, payNo)) ?? record;
      return paymentCalls.status.data.parse(stand);
    });

    notifyRoutes(app, context, gateways);
    if (gateways.local) localPageRoutes(app, context, gateways.local);

    /** Reserves the next query about a payment; false if another one was made a moment ago. */
    async function mayAsk(recordId: number): Promise<boolean> {
      const now = engine.clock.now();
      const taken = await sql`
        update t_pay_record set query_time = ${now}::timestamptz + interval '30 seconds', asked_time = ${now}
        where record_id = ${recordId}
          and (asked_time is null or asked_time <= ${now}::timestamptz - ${askEverySeconds} * interval '1 second')
        returning 1`.execute(engine.db);
      return taken.rows.length > 0;
    }
  };
}

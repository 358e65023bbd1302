import { paymentCalls } from '@yikao/model/calls/payment.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { askAboutPayment } from '../../payments/ask-vendor.ts';
import type { Gateways } from '../../payments/gateways.ts';
import type { PayableKinds } from '../../payments/payable.ts';
import { prepay } from '../../payments/prepay.ts';
import { findRecord, stands } from '../../payments/records.ts';
import type { Feature } from '../feature.ts';
import { localPageRoutes } from './local-page-routes.ts';
import { notifyRoutes } from './notify.ts';

/** Seconds between two questions to the vendor about one payment, however often somebody looks. */
const askEverySeconds = 3;

/**
 * Payments: preparing one for an order, looking where it stands, and where vendors tell of it. Which orders there are is
 * said by `kinds`; what an order does once it is paid it hears of itself (`payRecord.pay`).
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
        // The notice tells as well: a vendor that cannot be asked just now only makes the answer come later.
        await askAboutPayment(engine, gateways, record).catch((error: unknown) =>
          logger.warn({ err: error, payNo }, 'A payment could not be looked after'),
        );
      }
      const stand = (await findRecord(engine.db, payNo)) ?? record;
      return paymentCalls.status.data.parse(stand);
    });

    notifyRoutes(app, context, gateways);
    if (gateways.local) localPageRoutes(app, context, gateways.local);

    /** Takes the turn to ask about a payment; false while another question was asked a moment ago. */
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

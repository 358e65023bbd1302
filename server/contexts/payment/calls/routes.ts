import { paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Feature } from '../../shared/feature.ts';
import { lookAfterPayment } from '../ask-vendor.ts';
import type { Gateways } from '../gateways.ts';
import type { PayableKinds } from '../payable.ts';
import { prepay } from '../prepay.ts';
import { findRecord } from '../records.ts';
import { localPageRoutes } from './local-page-routes.ts';
import { notifyRoutes } from './notify.ts';

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
      await lookAfterPayment(engine, logger, gateways, record);
      const stand = (await findRecord(engine.db, payNo)) ?? record;
      return paymentCalls.status.data.parse(stand);
    });

    notifyRoutes(app, context, gateways);
    if (gateways.local) localPageRoutes(app, context, gateways.local);
  };
}

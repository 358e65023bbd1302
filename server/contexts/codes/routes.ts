import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import type { Query } from '../../engine/read/filters.ts';
import { page } from '../../engine/read/page.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { seenBy } from '../../engine/scope/seen.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { allOf } from '../../engine/table/sql.ts';
import { lookAfterPayment } from '../payment/ask-vendor.ts';
import type { Gateways } from '../payment/gateways.ts';
import { prepay } from '../payment/prepay.ts';
import { recordsOf, stands } from '../payment/records.ts';
import type { Feature } from '../shared/feature.ts';
import { signedCalls } from '../shared/signed-calls.ts';
import { activateByApp } from './activate.ts';
import { isVendor, placePurchase, priceOf } from './buy-codes.ts';
import { payablePurchases } from './card-order.server.ts';
import { purchaseBizType } from './card-order.steps.ts';

const { cardOrder } = registry;

/** Most bytes of a call that activates a code. */
const mostBytes = 4 * 1024;

/** Failures of a vendor after which a purchase waits for its payment all the same, and is paid from its page. */
const later: ReadonlySet<string> = new Set(['payNotSetUp', 'payRefused', 'payUnavailable']);

/**
 * Purchases of codes with their payment (domain G4), and the call by which consumer apps activate a code, signed with an
 * app's key (3.4).
 */
export function codesFeature(gateways: Gateways): Feature {
  return (app, { engine, config, logger }) => {
    handle(app, codesCalls.order, async ({ actor, body }) => {
      const { orderId, orderNo, amount } = await placePurchase(engine, actor, body);
      const answer = { orderId, orderNo, amount: Number(amount), status: orderStatus.is.pending };
      const order = isVendor(body.payType) ? await payablePurchases.find(engine, actor, orderNo) : undefined;
      if (!order || !isVendor(body.payType)) return { ...answer, payNo: null, codeUrl: null };
      try {
        const { payNo, codeUrl } = await prepay(engine, gateways, purchaseBizType, body.payType, order);
        return { ...answer, payNo, codeUrl: codeUrl ?? null };
      } catch (error) {
        if (!(error instanceof AppError) || !later.has(error.code)) throw error;
        logger.warn({ err: error, orderNo }, 'A purchase was placed without its payment');
        return { ...answer, payNo: null, codeUrl: null };
      }
    });
    handle(app, codesCalls.price, ({ query: { cardId } }) => priceOf(engine, cardId));
    handle(app, codesCalls.payStatus, async ({ actor, body: { orderNo } }) => {
      const where = allOf([sql<SqlBool>`d.order_no = ${orderNo}`, scopeCondition(cardOrder, actor, 'd')]);
      const read = () =>
        sql<Columns<typeof cardOrder, 'status' | 'ruleId'> & { generatedNum: number }>`
          select d.status, d.rule_id, coalesce(r.generated_num, 0) as generated_num
          from t_card_order as d left join t_card_code_rule as r on r.rule_id = d.rule_id
          where ${where} and not d.deleted`.execute(engine.db);
      const before = (await read()).rows[0];
      if (!before) throw failure('notFound');
      if (before.status === orderStatus.is.pending) {
        const open = await recordsOf(engine.db, purchaseBizType, orderNo, [stands.pending]);
        for (const record of open) await lookAfterPayment(engine, logger, gateways, record);
      }
      const { status, ruleId, generatedNum } = (await read()).rows[0] ?? before;
      return { payStatus: status, ruleId, generatedNum };
    });
    handle(app, codesCalls.orders, ({ actor, body }) =>
      page(engine, seenBy(cardOrder, actor), actor, body as Query),
    );
    signedCalls(app, { engine, config }, mostBytes, scope =>
      handle(scope, codesCalls.activateByApp, ({ body }) => activateByApp(engine, logger, body)),
    );
  };
}

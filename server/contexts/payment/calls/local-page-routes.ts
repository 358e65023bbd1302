import { pathOf } from '@yikao/model/calls/call.ts';
import { paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { languageFor } from '../../../engine/http/answer.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { FeatureContext } from '../../shared/feature.ts';
import type { LocalGateway } from '../local/gateway.ts';
import { endTrade, findTrade } from '../local/trades.ts';
import { localPage } from './local-page.ts';

/**
 * A page in place of a vendor's if none is configured: it shows the amount, with buttons to pay or close it. Its notice
 * is signed and goes through the call that vendors use.
 */
export function localPageRoutes(
  app: FastifyInstance,
  { engine }: FeatureContext,
  gateway: LocalGateway,
): void {
  const show = async (reply: FastifyReply, token: string, language: 'zh' | 'en') => {
    const payNo = gateway.payNoOf(token);
    const trade = payNo === undefined ? undefined : await findTrade(engine.db, payNo);
    if (!trade) throw failure('notFound');
    const page = localPage(trade, { language, token, now: engine.clock.now() });
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page);
  };

  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      async (_: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
    );

    handle(scope, paymentCalls.localPage, ({ request, reply, params, query }) =>
      show(reply, params.token, query.lang ?? languageFor(request)),
    );

    handle(scope, paymentCalls.localEnd, async ({ params: { token }, query: { lang }, body }) => {
      const payNo = gateway.payNoOf(token);
      const trade = payNo === undefined ? undefined : await findTrade(engine.db, payNo);
      if (!trade) throw failure('notFound');
      const { act, amount } = body;
      const end = act === 'pay' ? { paid: amount ?? trade.amount } : ('closed' as const);
      const ended = await endTrade(engine.db, trade.payNo, end, engine.clock.now());
      if (ended && ended.status !== 'pending') {
        const notice = gateway.noticeOf(ended);
        await app.inject({
          method: 'POST',
          url: pathOf(paymentCalls.notify, { payChannel: 'local' }),
          headers: Object.fromEntries(
            Object.entries(notice.headers).map(([name, value]) => [name, String(value)]),
          ),
          payload: notice.body,
        });
      }
      return `${pathOf(paymentCalls.localPage, { token })}${lang ? `?lang=${lang}` : ''}`;
    });
  });
}

import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { languageFor } from '../../engine/http/answer.ts';
import type { LocalGateway } from '../../payments/local/gateway.ts';
import { endTrade, findTrade } from '../../payments/local/trades.ts';
import type { FeatureContext } from '../feature.ts';
import { localPage } from './local-page.ts';

const form = z.object({
  act: z.enum(['pay', 'close']),
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,8}(\.\d{1,2})?$/)
    .optional(),
});

const query = z.object({ lang: z.enum(['zh', 'en']).optional() });

/**
 * The page that stands in the place of a vendor's where none is set: it shows what is to be paid, and pays or closes it
 * by a button. Its notice takes the road of all notices, with its signature, through the call that vendors call.
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

    scope.get('/pay/local/:token', { config: { public: true } }, async (request, reply) => {
      const { token } = request.params as { token: string };
      return show(reply, token, query.parse(request.query).lang ?? languageFor(request));
    });

    scope.post('/pay/local/:token', { config: { public: true } }, async (request, reply) => {
      const { token } = request.params as { token: string };
      const payNo = gateway.payNoOf(token);
      const trade = payNo === undefined ? undefined : await findTrade(engine.db, payNo);
      if (!trade) throw failure('notFound');
      const { act, amount } = form.parse(request.body ?? {});
      const end = act === 'pay' ? { paid: amount ?? trade.amount } : ('closed' as const);
      const ended = await endTrade(engine.db, trade.payNo, end, engine.clock.now());
      if (ended && ended.status !== 'pending') {
        const notice = gateway.noticeOf(ended);
        await app.inject({
          method: 'POST',
          url: '/api/pay/notify/local',
          headers: Object.fromEntries(
            Object.entries(notice.headers).map(([name, value]) => [name, String(value)]),
          ),
          payload: notice.body,
        });
      }
      const { lang } = query.parse(request.query);
      return reply.redirect(`/pay/local/${token}${lang ? `?lang=${lang}` : ''}`, 303);
    });
  });
}

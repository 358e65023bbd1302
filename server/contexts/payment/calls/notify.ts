import { paymentCalls } from '@yikao/model/contexts/payment/payment.calls.ts';
import type { PayChannel } from '@yikao/model/contexts/payment/payment.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handle } from '../../../engine/http/handle.ts';
import { attemptsTaken, type RateLimit, takeAttempt } from '../../../engine/http/rate-limit.ts';
import { NoticeRefused, type PaymentGateway, type PaymentNotice } from '../../../platform/payment/types.ts';
import type { FeatureContext } from '../../shared/feature.ts';
import { connectionOf } from '../../shared/network.ts';
import { accountsOf } from '../accounts.ts';
import { type ChosenGateway, channelGateways, type Gateways } from '../gateways.ts';
import { acceptNotice, isOfAccount } from '../notices.ts';

/** Most bytes of a notice; real ones have two or three thousand. */
const mostBytes = 64 * 1024;

/**
 * Limit on invalid notices from one address, after which it gets no answers or look-ups for a while. Valid ones are not
 * counted, and are always accepted: they may come from the same address.
 */
const disbelieved: RateLimit = { max: 60, windowMs: 600_000 };

/** Refusals by an account after which another account of the vendor is tried. */
const perhapsAnothers = new Set(['signature', 'serial', 'account']);

/** The channel of an address: its code (`1`) or its gateway's name (`wechat`). */
function channelNamed(text: string): PayChannel | 'local' | undefined {
  if (text === 'local') return 'local';
  const found = Object.entries(channelGateways).find(([code, name]) => code === text || name === text);
  // `Object.entries` returns the codes as text.
  return found && (Number(found[0]) as PayChannel);
}

/**
 * Receives vendors' notices of payments and refunds (domain G10), with the account's id in the address we give them.
 * Public; a notice without the vendor's signature changes nothing and counts against its sender. The answer has the
 * vendor's format.
 */
export function notifyRoutes(
  app: FastifyInstance,
  { engine, logger }: FeatureContext,
  gateways: Gateways,
): void {
  const { db, clock } = engine;

  /** The gateways that the notice may be for, most likely first. Unusable ones are skipped. */
  async function candidates(
    channel: PayChannel | 'local',
    accountId: number | undefined,
  ): Promise<ChosenGateway[]> {
    if (channel === 'local') return gateways.local ? [{ accountId: null, gateway: gateways.local }] : [];
    const known = await accountsOf(db, channel);
    const asked = accountId === undefined ? known : known.filter(id => id === accountId);
    const found: ChosenGateway[] = [];
    for (const id of asked) {
      try {
        found.push({ accountId: id, gateway: await gateways.of(id) });
      } catch (error) {
        logger.error({ err: error, accountId: id }, 'A payment account cannot be used');
      }
    }
    return found;
  }

  async function verified(
    found: readonly ChosenGateway[],
    request: FastifyRequest,
    how: { readonly offline: boolean },
  ): Promise<{ gateway: PaymentGateway; notice: PaymentNotice } | NoticeRefused> {
    const raw = {
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    };
    let refused = new NoticeRefused('account');
    for (const chosen of found) {
      try {
        const notice = await chosen.gateway.verifyNotice(raw, how);
        if (await isOfAccount(db, chosen, notice)) return { gateway: chosen.gateway, notice };
      } catch (error) {
        if (!(error instanceof NoticeRefused)) throw error;
        refused = error;
        if (!perhapsAnothers.has(error.reason)) break;
      }
    }
    return refused;
  }

  async function hear(
    request: FastifyRequest,
    reply: FastifyReply,
    { payChannel, accountId }: { readonly payChannel: string; readonly accountId?: string },
  ): Promise<unknown> {
    const channel = channelNamed(payChannel);
    if (channel === undefined || (accountId !== undefined && !/^\d{1,15}$/.test(accountId))) {
      throw failure('noSuchCall');
    }
    const key = `pay-notify:${connectionOf(request.ip)}`;
    const offline = (await attemptsTaken(db, key, clock.now())) > disbelieved.max;
    const found = await candidates(channel, accountId === undefined ? undefined : Number(accountId));
    const told = await verified(found, request, { offline });
    if (told instanceof NoticeRefused) {
      if (offline) throw failure('tooManyRequests');
      await takeAttempt(db, key, disbelieved, clock.now());
      logger.warn(
        { payChannel, accountId, reason: told.reason, ip: request.ip },
        'A notice of a payment was refused',
      );
      const answer = found[0]?.gateway.answer(false);
      return send(reply, answer && { ...answer, status: 401 });
    }
    const { gateway, notice } = told;
    const outcome = await acceptNotice(engine, gateway.name, notice);
    if (outcome === 'unknown')
      logger.error({ eventId: notice.eventId, payChannel }, 'A notice is about no payment of ours');
    if (outcome === 'held')
      logger.error({ eventId: notice.eventId, payChannel }, 'A payment came with a wrong amount');
    const answer = gateway.answer(outcome !== 'unknown');
    // Nothing failed here: the notice is about nothing of ours. Vendors repeat it all the same.
    return send(reply, outcome === 'unknown' && answer.status >= 500 ? { ...answer, status: 404 } : answer);
  }

  function send(reply: FastifyReply, answer: ReturnType<PaymentGateway['answer']> | undefined) {
    if (!answer) throw failure('noSuchCall');
    return reply.status(answer.status).header('content-type', answer.contentType).send(answer.body);
  }

  // In a separate scope that keeps bodies as sent, since signatures cover their bytes.
  void app.register(async scope => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      async (_: unknown, body: Buffer) => body,
    );
    handle(scope, paymentCalls.notify, ({ request, reply, params }) => hear(request, reply, params));
    handle(scope, paymentCalls.notifyAccount, ({ request, reply, params }) => hear(request, reply, params));
  });
}

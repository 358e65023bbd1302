import { paymentCalls } from '@yikao/model/calls/payment.ts';
import type { PayChannel } from '@yikao/model/codes/payment.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handle } from '../../engine/http/handle.ts';
import { attemptsTaken, type RateLimit, takeAttempt } from '../../engine/http/rate-limit.ts';
import { accountsOf } from '../../payments/accounts.ts';
import { type ChosenGateway, channelGateways, type Gateways } from '../../payments/gateways.ts';
import { acceptNotice, isOfAccount } from '../../payments/notices.ts';
import { NoticeRefused, type PaymentGateway, type PaymentNotice } from '../../platform/payment/types.ts';
import type { FeatureContext } from '../feature.ts';
import { connectionOf } from '../network.ts';

/** Bytes of a notice; those of the vendors have two or three thousand. */
const mostBytes = 64 * 1024;

/** Notices that are not believed, from one address, until it is not listened to for a while; good ones are not counted. */
const disbelieved: RateLimit = { max: 60, windowMs: 600_000 };

/** Refusals by an account that leave another account of the vendor to ask. */
const perhapsAnothers = new Set(['signature', 'serial', 'account']);

/** The channel of an address: its code (`1`) or its gateway's name (`wechat`). */
function channelNamed(text: string): PayChannel | 'local' | undefined {
  if (text === 'local') return 'local';
  const found = Object.entries(channelGateways).find(([code, name]) => code === text || name === text);
  // `Object.entries` gives the codes as text.
  return found && (Number(found[0]) as PayChannel);
}

/**
 * Where vendors tell of payments and refunds (domain G10), with the account's number in the address that we give them
 * ourselves. Anybody may call; what is not signed by the vendor changes
 * nothing and is counted against whoever sent it. The answer is in the vendor's own form.
 */
export function notifyRoutes(
  app: FastifyInstance,
  { engine, logger }: FeatureContext,
  gateways: Gateways,
): void {
  const { db, clock } = engine;

  /** The gateways that the notice may be for, the likeliest first. Those that cannot be used are passed over. */
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
  ): Promise<{ gateway: PaymentGateway; notice: PaymentNotice } | NoticeRefused> {
    const raw = {
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    };
    let refused = new NoticeRefused('account');
    for (const chosen of found) {
      try {
        const notice = await chosen.gateway.verifyNotice(raw);
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
    if ((await attemptsTaken(db, key, clock.now())) > disbelieved.max) throw failure('tooManyRequests');
    const found = await candidates(channel, accountId === undefined ? undefined : Number(accountId));
    const told = await verified(found, request);
    if (told instanceof NoticeRefused) {
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
    return send(reply, gateway.answer(outcome !== 'unknown'));
  }

  function send(reply: FastifyReply, answer: ReturnType<PaymentGateway['answer']> | undefined) {
    if (!answer) throw failure('noSuchCall');
    return reply.status(answer.status).header('content-type', answer.contentType).send(answer.body);
  }

  // In a room of its own: here bodies stay as they came, since signatures are over their bytes.
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

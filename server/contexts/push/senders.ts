import type { Engine } from '../../engine/engine.ts';
import type { Sender } from '../../engine/outbox/sender.ts';
import type { Config } from '../../platform/config.ts';
import { openPushGateways } from '../../platform/push/open.ts';
import type { ExchangeLog } from '../../platform/vendor/exchange.ts';
import { noticePushSender } from './notice-push.ts';
import { pushSender } from './push-sender.ts';

/** The senders of pushes, and of those by which people are notified of an event. */
export function pushSenders(
  engine: Engine,
  config: Pick<Config, 'pushUrl'>,
  log: ExchangeLog,
): Readonly<Record<'push' | 'noticePush', Sender>> {
  return {
    push: pushSender(
      engine,
      openPushGateways(config, () => engine.clock.now(), log),
    ),
    noticePush: noticePushSender(engine),
  };
}

import type { Engine } from '../../engine/engine.ts';
import type { Sender } from '../../engine/outbox/sender.ts';
import type { Config } from '../../platform/config.ts';
import { openDouyin } from '../../platform/douyin/open.ts';
import type { ExchangeLog } from '../../platform/vendor/exchange.ts';
import { douyinSender } from './douyin-sender.ts';

/** The sender of what the open platform of Douyin is asked. */
export function tiktokSenders(
  engine: Engine,
  config: Pick<Config, 'douyinApp' | 'douyinUrl' | 'douyinLocal' | 'publicUrl'>,
  log: ExchangeLog,
): Readonly<Record<'douyin', Sender>> {
  const gateway = openDouyin(config, () => engine.clock.now(), log);
  return { douyin: douyinSender(engine, gateway, config.publicUrl) };
}

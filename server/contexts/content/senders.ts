import type { Engine } from '../../engine/engine.ts';
import type { Sender } from '../../engine/outbox/sender.ts';
import type { Config } from '../../platform/config.ts';
import { openOfficialGateway } from '../../platform/official/open.ts';
import type { ExchangeLog } from '../../platform/vendor/exchange.ts';
import { officialSender } from './official/sync.ts';
import { picturesSender } from './pictures/bring-pictures.ts';

/** The senders of what articles and official accounts ask of the outside. */
export function contentSenders(
  engine: Engine,
  config: Pick<Config, 'officialUrl' | 'officialLocal'>,
  log: ExchangeLog,
): Readonly<Record<'pictures' | 'official', Sender>> {
  const gateway = openOfficialGateway(config, () => engine.clock.now(), log);
  return { pictures: picturesSender(engine), official: officialSender(engine, gateway) };
}

import type { Engine } from '../../engine/engine.ts';
import { openCallGateway } from '../../platform/calls/open.ts';
import type { CallGateway } from '../../platform/calls/types.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logger.ts';
import { openSmsGateway } from '../../platform/sms/open.ts';
import type { SmsGateway } from '../../platform/sms/types.ts';
import type { ExchangeLog } from '../../platform/vendor/exchange.ts';
import { takeCallNotice } from './calls/call-notice.ts';

/** The ways in which people are reached. */
export interface ReachGateways {
  readonly sms: SmsGateway;
  /** Undefined if no calls can be placed. */
  readonly calls: CallGateway | undefined;
}

/** Opens the configured gateways of texts and calls; their requests are kept in `log`. */
export function openReach(engine: Engine, config: Config, logger: Logger, log: ExchangeLog): ReachGateways {
  return {
    sms: openSmsGateway(config, logger, log),
    calls: openCallGateway(config, log, async (call, notice) => {
      try {
        await takeCallNotice(engine, notice);
      } catch (error) {
        logger.error({ err: error, callId: call.callId }, 'The end of a simulated call was not taken in');
      }
    }),
  };
}

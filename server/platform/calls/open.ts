import type { Config } from '../config.ts';
import type { ExchangeLog } from '../vendor/exchange.ts';
import { createFeigeGateway } from './feige.ts';
import { createLocalCalls } from './local.ts';
import type { CallGateway, CallNotice, CallToPlace } from './types.ts';

/** Path of the notices, literally as the vendor has it (spec section 7). */
const notifyPath = '/api/admin/call/record/feign/notify';

/**
 * The configured way to telephone: the vendor of `CALL_URL` (`feige://host/path`, `feige+http://` without TLS), else a
 * simulation outside production; undefined for none.
 */
export function openCallGateway(
  { callUrl, publicUrl, production, demo }: Pick<Config, 'callUrl' | 'publicUrl' | 'production' | 'demo'>,
  log: ExchangeLog,
  onEnd: (call: CallToPlace, notice: CallNotice) => Promise<void>,
): CallGateway | undefined {
  if (callUrl === undefined) return production && !demo ? undefined : createLocalCalls(onEnd);
  const endpoint = new URL(callUrl.replace(/^feige(\+http)?:/, (_, plain) => (plain ? 'http:' : 'https:')));
  return createFeigeGateway(
    { endpoint, notifyUrl: new URL(notifyPath, publicUrl ?? 'http://localhost').href },
    log,
  );
}

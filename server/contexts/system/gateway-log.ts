import { registry } from '@yikao/model/contexts/datasets.ts';
import { exchangeResult } from '@yikao/model/contexts/system/gateway-log.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Engine } from '../../engine/engine.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { insertRows } from '../../engine/write/internal-write.ts';
import { transact } from '../../engine/write/transaction.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ExchangeLog } from '../../platform/vendor/exchange.ts';

const results = exchangeResult.is;

/** Keeps exchanges with vendors in the list that staff read. A failure to do so is logged and changes nothing else. */
export function createExchangeLog(engine: Engine, logger: Logger): ExchangeLog {
  return async entry => {
    try {
      await transact(engine.db, db =>
        insertRows(
          engine,
          db,
          registry.gatewayLog,
          [
            {
              vendor: entry.vendor.slice(0, 16),
              action: entry.action.slice(0, limits.name),
              subject: entry.subject?.slice(0, limits.name) ?? null,
              exchangeResult: results[entry.result],
              vendorCode: entry.code?.slice(0, limits.name) || null,
              vendorLogNo: entry.logNo?.slice(0, limits.address) || null,
              httpStatus: entry.status,
              costMs: entry.costMs,
              requestText: entry.request.slice(0, limits.longText) || null,
              responseText: entry.response.slice(0, limits.longText) || null,
            },
          ],
          { by: elevated() },
        ),
      );
    } catch (error) {
      logger.error({ err: error, vendor: entry.vendor, action: entry.action }, 'An exchange was not logged');
    }
  };
}

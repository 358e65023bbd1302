import { randomUUID } from 'node:crypto';
import { readNotice } from './feige.ts';
import type { CallGateway, CallNotice, CallToPlace } from './types.ts';

/** Milliseconds until a simulated call is over, and its seconds. */
const simulated = { afterMs: 4_000, seconds: 65 } as const;

/**
 * Simulates calls, for trying out the product: each is answered after a few seconds, except those to numbers that end
 * in 0, and told of as a vendor would. A call whose process ends before that is given up by the clock.
 */
export function createLocalCalls(
  onEnd: (call: CallToPlace, notice: CallNotice) => Promise<void>,
): CallGateway {
  return {
    name: 'local',
    local: true,
    async place(_, call) {
      const taskId = randomUUID().replaceAll('-', '');
      const connected = !call.calledNumber.endsWith('0');
      const end = () =>
        onEnd(call, {
          taskId,
          callId: call.callId,
          calledNumber: call.calledNumber,
          outboundNumber: null,
          connected,
          duration: connected ? simulated.seconds : 0,
          beginTime: null,
          endTime: null,
          recordUrl: null,
          remark: null,
        });
      setTimeout(() => void end(), simulated.afterMs).unref();
      return taskId;
    },
    readNotice,
    isSigned: () => false,
  };
}

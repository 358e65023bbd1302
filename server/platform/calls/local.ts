import { randomUUID } from 'node:crypto';
import { readNotice } from './feige.ts';
import type { CallGateway, CallNotice, CallToPlace } from './types.ts';

/** Addresses of simulated recordings. */
const recordings = 'simulated:';

/** Milliseconds until a simulated call is over, and its seconds. */
const simulated = { afterMs: 4_000, seconds: 65 } as const;

/**
 * Simulates calls, for trying out the product: each is answered after a few seconds, except those to numbers that end
 * in 0, recorded, and reported as a vendor would. A call whose process ends before that is given up by the clock.
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
          recordUrl: connected ? recordings + taskId : null,
          remark: null,
        });
      setTimeout(() => void end(), simulated.afterMs).unref();
      return taskId;
    },
    recording: url => (url.startsWith(recordings) ? tones(simulated.seconds) : undefined),
    readNotice,
    isSigned: () => false,
  };
}

/** A WAV file as telephones record it, 8,000 bytes a second: soft tones that rise from second to second. */
function tones(seconds: number): Buffer {
  const rate = 8_000;
  const sound = Buffer.alloc(seconds * rate);
  for (let at = 0; at < sound.length; at += 1) {
    const second = Math.floor(at / rate);
    const within = (at % rate) / rate;
    // Quiet for the second half of each second.
    const loud = within < 0.5 ? 24 * Math.sin(Math.PI * within * 2) : 0;
    sound[at] = 128 + Math.round(loud * Math.sin((2 * Math.PI * (260 + second * 4) * at) / rate));
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  // PCM, one channel, 8 bits.
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}

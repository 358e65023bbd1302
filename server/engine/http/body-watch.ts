import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The pace below which a body is no longer waited for. */
export interface BodyPace {
  /** Milliseconds of a window. */
  readonly windowMs: number;
  /** Bytes that arrive in a window at least, unless the body ends in it. */
  readonly leastBytes: number;
}

/** Half a kilobyte a second: the slowest lines of phones bring more, and large uploads may take as long as they need. */
const usualPace: BodyPace = { windowMs: 30_000, leastBytes: 16_384 };

/**
 * Ends connections whose body comes too slowly, with status 408: a sender of one byte every few seconds would hold a
 * connection, and what its call has opened, without end. A deadline for the whole request would break large uploads.
 */
export function watchBodies(app: FastifyInstance, pace: BodyPace = usualPace): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { 'content-length': length, 'transfer-encoding': coding } = raw.headers;
    if (!raw.complete && (coding !== undefined || Number(length) > 0)) watch(raw, pace);
  });
}

function watch(raw: IncomingMessage, { windowMs, leastBytes }: BodyPace): void {
  const { socket } = raw;
  // A request that a test injects has no connection that could be slow.
  if (!(socket instanceof Socket)) return;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed || socket.destroyed) return void clearInterval(timer);
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    // Bytes that wait here are not the sender's fault.
    if (arrived >= leastBytes || raw.readableLength > 0) return;
    clearInterval(timer);
    socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', () =>
      socket.destroy(),
    );
    raw.destroy();
  }, windowMs);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
}

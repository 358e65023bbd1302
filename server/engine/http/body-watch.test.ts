import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchBodies } from './body-watch.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = Fastify();
  watchBodies(app, { windowMs: 1_000, leastBytes: 100 });
  app.post('/', async ({ body }) => ({ got: JSON.stringify(body).length }));
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => app.close());

/** Sends a body of a length in pieces, with a pause after each, and returns the answer as it came. */
async function send(text: string, pieceBytes: number, pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  let closed = false;
  socket.on('data', data => {
    answer += String(data);
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
  });
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${text.length}\r\n\r\n`,
  );
  for (let at = 0; at < text.length && !closed; at += pieceBytes) {
    socket.write(text.slice(at, at + pieceBytes));
    await after(pauseMs);
  }
  while (!closed) await after(10);
  return answer;
}

const body = JSON.stringify({ text: 'x'.repeat(1_000) });

test('a body that comes byte by byte is not waited for', async () => {
  expect(await send(body, 1, 50)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a slow line that keeps bringing bytes takes as long as it needs', async () => {
  expect(await send(body, 200, 300)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a small body may come within the first window', async () => {
  expect(await send('{"a":1}', 4, 30)).toMatch(/^HTTP\/1\.1 200 /);
});

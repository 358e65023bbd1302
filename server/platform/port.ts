import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';

/**
 * Throws the system's error (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`) if the product could not listen at its address: a
 * start that must fail for that does so before it creates or changes a database.
 */
export async function assertPortFree({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

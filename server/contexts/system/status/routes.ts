import { BlockList } from 'node:net';
import { serverCalls } from '@yikao/model/contexts/system/server.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Readiness } from '../../../platform/health.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { Feature } from '../../shared/feature.ts';

/** Networks that no stranger is in: this machine, private ranges, link-local. */
const near = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  near.addSubnet(network, prefix);
}
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');
near.addSubnet('fe80::', 10, 'ipv6');

function isNear(ip: string): boolean {
  return near.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4');
}

/**
 * Monitoring of the process: liveness, readiness, and metrics for Prometheus. The first two are public and reveal
 * nothing else; metrics are limited to the networks around the server.
 */
export function statusFeature(parts: {
  readonly ready: () => Promise<Readiness>;
  readonly metrics: Metrics;
}): Feature {
  const { ready, metrics } = parts;
  return app => {
    app.addHook('onResponse', async (request, reply) => {
      metrics.onCall({
        method: request.method,
        // The route's pattern: actual addresses would create a series per row.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
    });
    handle(app, serverCalls.health, async () => ({ status: 'up' as const }));
    handle(app, serverCalls.ready, async () => {
      const state = await ready();
      if (!state.ready) throw failure('unavailable', { data: { ...state } });
      return state;
    });
    handle(app, serverCalls.metrics, async ({ request, reply }) => {
      if (!isNear(request.ip)) throw failure('noSuchCall');
      return reply.type(metrics.contentType).send(await metrics.text());
    });
  };
}

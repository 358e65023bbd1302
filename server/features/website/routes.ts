import { websiteCalls } from '@yikao/model/calls/website.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Feature } from '../feature.ts';
import { readCurrentWebsite } from './website.ts';

/**
 * Branding for anyone, by the host of the request. `X-Forwarded-Host` counts
 * only behind a trusted proxy, which is what Fastify's `hostname` minds.
 */
export const websiteFeature: Feature = (app, { engine }) => {
  handle(app, websiteCalls.preview, ({ query }) => readCurrentWebsite(engine.db, query.host));
  handle(app, websiteCalls.current, ({ request, reply }) => {
    reply.header('vary', 'Host');
    return readCurrentWebsite(engine.db, request.hostname);
  });
};

import { websiteCalls } from '@yikao/model/contexts/system/website.calls.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Feature } from '../../shared/feature.ts';
import { readCurrentWebsite } from './website.ts';

/**
 * Public branding by the request's host. `X-Forwarded-Host` counts only behind a trusted proxy, which Fastify's
 * `hostname` respects.
 */
export const websiteFeature: Feature = (app, { engine }) => {
  handle(app, websiteCalls.preview, ({ query }) => readCurrentWebsite(engine.db, query.host));
  handle(app, websiteCalls.current, ({ request, reply }) => {
    reply.header('vary', 'Host');
    return readCurrentWebsite(engine.db, request.hostname);
  });
};

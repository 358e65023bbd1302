import { currentWebsite } from '@yikao/model/calls/website.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import type { Feature } from '../feature.ts';
import { readCurrentWebsite } from './website.ts';

const doc: CallDoc = {
  summary: label('当前域名的站点信息', 'Branding of the host'),
  tag: 'website',
  data: currentWebsite,
};

/**
 * `GET /api/base/website/current`: branding for anyone, by the host of the request. `X-Forwarded-Host` counts
 * only behind a trusted proxy, which is what Fastify's `hostname` minds.
 */
export const websiteFeature: Feature = (app, { engine }) => {
  app.get('/api/base/website/current', { config: { public: true, doc } }, async (request, reply) => {
    reply.header('vary', 'Host');
    return answer(request, await readCurrentWebsite(engine.db, request.hostname));
  });
};

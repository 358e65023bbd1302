import { currentWebsite } from '@yikao/model/calls/website.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { z } from 'zod';
import { authorise } from '../../engine/access.ts';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import type { Feature } from '../feature.ts';
import { readCurrentWebsite } from './website.ts';

const doc: CallDoc = {
  summary: label('当前域名的站点信息', 'Branding of the host'),
  tag: 'website',
  data: currentWebsite,
};

/** A host as people type it: with a port, an address before it, or neither. */
const previewQuery = z.object({
  host: z
    .string()
    .trim()
    .max(255)
    .transform(host => host.replace(/^https?:\/\//i, '').replace(/[:/?#].*$/, '')),
});

const previewDoc: CallDoc = {
  summary: label('某域名的登录页会显示的站点信息', 'What the login page would show on a host'),
  tag: 'website',
  permission: 'base:website:list',
  query: previewQuery,
  data: currentWebsite,
};

/**
 * `GET /api/base/website/current`: branding for anyone, by the host of the request. `X-Forwarded-Host` counts
 * only behind a trusted proxy, which is what Fastify's `hostname` minds.
 */
export const websiteFeature: Feature = (app, { engine }) => {
  app.get('/api/base/website/preview', { config: { doc: previewDoc } }, async request => {
    authorise(actorOf(request), registry.website, 'list');
    const { host } = previewQuery.parse(request.query);
    return answer(request, await readCurrentWebsite(engine.db, host));
  });
  app.get('/api/base/website/current', { config: { public: true, doc } }, async (request, reply) => {
    reply.header('vary', 'Host');
    return answer(request, await readCurrentWebsite(engine.db, request.hostname));
  });
};

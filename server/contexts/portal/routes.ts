import { pathOf } from '@yikao/model/calls/call.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import type { PublicContent } from '@yikao/model/contexts/portal/public-content.ts';
import {
  type PublicPageName,
  productPage,
  publicPageNames,
} from '@yikao/model/contexts/portal/public-pages.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureOf } from '../../engine/http/answer.ts';
import { handle } from '../../engine/http/handle.ts';
import { createDrawing } from '../../platform/drawing/drawing.ts';
import { openSmsGateway } from '../../platform/sms/open.ts';
import type { Feature } from '../shared/feature.ts';
import { takesPage } from '../system/browser/routes.ts';
import { createExchangeLog } from '../system/gateway-log.ts';
import { consult } from './consult/consult.ts';
import { beginForm, doneMain, emptyForm, stepMain } from './consult/consult-form.ts';
import { type StepParts, takeConsultStep } from './consult/consult-steps.ts';
import { brandOf, readContent, sourcesOf } from './content/public-content.ts';
import { articleRoutes, feedRoutes, shareRoutes } from './news-routes.ts';
import { abroadPage, choiceOf } from './pages/abroad-page.ts';
import { appPage, deviceOf } from './pages/app-page.ts';
import type { Page } from './pages/frame.ts';
import { type Landing, mszytbPage, websitePage, ykzybPage, ykzyznPage } from './pages/landing-pages.ts';
import { previewRoutes } from './preview.ts';
import type { Html } from './serving/html.ts';
import { createPortal, type Portal, sendFailure, sendLost, sendOwn, showPage } from './serving/portal.ts';
import { sendKept } from './serving/send-page.ts';
import type { Site } from './serving/sites.ts';
import { styles } from './serving/styles.ts';
import { keptCode } from './visits/channels.ts';

type Query = Readonly<Record<string, unknown>>;

/** A page as it varies with its address and the visitor's device. */
interface Variant {
  /** Set apart in the cache. */
  readonly key: string;
  /** See `KeptPage`. */
  readonly chosen?: boolean;
  readonly make: (of: Landing) => Page;
}

const variants: {
  readonly [P in PublicPageName]: (request: FastifyRequest, portal: Portal) => Variant | Promise<Variant>;
} = {
  website: () => ({ key: '', make: websitePage }),
  ykzyb: () => ({ key: '', make: ykzybPage }),
  mszytb: () => ({ key: '', make: mszytbPage }),
  ykzyzn: () => ({ key: '', make: ykzyznPage }),
  async yklxfw(request, { knownAbroad }) {
    const choice = choiceOf(request.query as Query, await knownAbroad());
    const key = JSON.stringify(choice);
    return { key, chosen: key !== '{}', make: of => abroadPage(of, choice) };
  },
  appIndex(request) {
    const device = deviceOf(request.headers['user-agent']);
    return { key: device, make: of => appPage(of, device) };
  },
};

/** The QR code of the product that a page is about, whichever site shows it; else that of the site. */
async function codeOf({ sites }: Portal, name: PublicPageName, site: Site): Promise<string | null> {
  const key = Object.values(productPage).find(product => product === name);
  const product = key === undefined || key === site.siteKey ? undefined : await sites.withKey(key);
  return product?.qrCode ?? site.qrCode;
}

function landingRoutes(app: FastifyInstance, portal: Portal): void {
  const { engine } = portal;
  for (const name of publicPageNames) {
    handle(app, portalCalls[name], async ({ request, reply }) => {
      const { key, make, chosen = false } = await variants[name](request, portal);
      return showPage(portal, request, reply, {
        key: `${name} ${key}`,
        chosen,
        vary: name === 'appIndex' ? 'User-Agent' : undefined,
        sources: sourcesOf(name),
        async read(site, now) {
          const { content, until } = await readContent(engine, name, site, now);
          return { page: make({ site, content, qrCode: await codeOf(portal, name, site) }), until };
        },
      });
    });
  }
}

/** A page of the consultation, which search engines leave alone. */
function consultFrame(site: Site, main: Html): Page {
  return {
    ...{ site, main, path: pathOf(portalCalls.consultPage), title: '免费咨询' },
    description: '留下联系方式，老师会与您联系。',
    hidden: true,
  };
}

function consultRoutes(app: FastifyInstance, portal: Portal, parts: StepParts): void {
  const { sites } = portal;
  handle(app, portalCalls.consultPage, async ({ request, reply, query }) => {
    const { page: asked, itemId } = query as Query;
    const page = publicPageNames.find(name => name === asked) ?? 'website';
    const { items } = await portal.knownAbroad();
    const item = items.has(Number(itemId)) ? String(Number(itemId)) : '';
    const form = emptyForm(page, item);
    return showPage(portal, request, reply, {
      key: `consult ${page} ${item}`,
      chosen: item !== '',
      sources: [],
      read: async site => ({ page: consultFrame(site, stepMain(page, beginForm(form))) }),
    });
  });
  handle(app, portalCalls.consultDone, ({ request, reply }) =>
    showPage(portal, request, reply, {
      ...{ key: 'consult done', sources: [] },
      read: async site => ({ page: consultFrame(site, doneMain) }),
    }),
  );
  handle(app, portalCalls.consultStep, async ({ request, reply, body }) => {
    const next = await takeConsultStep(parts, request, body);
    if (next === 'done') return reply.redirect(pathOf(portalCalls.consultDone), 303);
    const site = await sites.of(request.hostname);
    return sendOwn(reply, next.status, consultFrame(site, stepMain(body.page, next.main)));
  });
}

/** Has failures of pages answered by a page. */
function pagesFail(app: FastifyInstance, portal: Portal): void {
  app.setErrorHandler(async (error, request: FastifyRequest, reply: FastifyReply) => {
    const known = failureOf(error, request, reply);
    return sendFailure(portal, request, reply, known.status, known.text('zh'));
  });
}

/** The public pages and their calls (domain section 5, A11). */
export const portalFeature: Feature = async (app, { engine, config, logger }) => {
  const portal = createPortal(engine, logger);
  const drawing = createDrawing();
  app.addHook('onClose', async () => {
    await portal.counts.flush();
    await drawing.close();
  });
  const parts = {
    engine,
    config,
    logger,
    sms: { engine, logger, gateway: openSmsGateway(config, logger, createExchangeLog(engine, logger)) },
  };

  app.decorate('answerLost', (request: FastifyRequest, reply: FastifyReply) => {
    if (!takesPage(request)) return false;
    void sendLost(portal, request, reply).catch(error => void reply.send(error));
    return true;
  });

  handle(app, portalCalls.page, async ({ request, reply, query: { page } }) => {
    reply.header('vary', 'Host').header('cache-control', 'public, max-age=5');
    const site = await portal.sites.of(request.hostname);
    const { content } = await readContent(engine, page, site, engine.clock.now());
    return { site: brandOf(site), ...content } satisfies PublicContent;
  });
  handle(app, portalCalls.consult, async ({ request, body }) => {
    await consult(engine, { ...body, channel: body.channel ?? keptCode(request) });
    return undefined;
  });

  await app.register(async scope => {
    pagesFail(scope, portal);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      async (_: unknown, body: string | Buffer) => Object.fromEntries(new URLSearchParams(String(body))),
    );
    landingRoutes(scope, portal);
    articleRoutes(scope, portal);
    consultRoutes(scope, portal, parts);
    previewRoutes(scope, portal);
  });
  feedRoutes(app, portal);
  shareRoutes(app, portal, drawing);
  handle(app, portalCalls.styles, async ({ request, reply, params: { file } }) => {
    const known = styles();
    if (file !== known.file) throw failure('notFound');
    return sendKept(request, reply, known, { caching: 'public, max-age=31536000, immutable' });
  });
};

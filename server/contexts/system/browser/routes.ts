import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import { isApplicationPath } from '@yikao/model/menu.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '../../shared/feature.ts';

/**
 * The sources that our pages may load. Styles are inline because the component library writes them while rendering;
 * images in rich texts may come from other sites.
 */
const contentPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
    mediaSrc: ["'self'", 'blob:', 'https:', 'http:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    workerSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/** For a year, browsers that were here always use TLS. We cannot promise it for other sites of the domain. */
const onlyTls = 'max-age=31536000';

/** The devices that our pages may use: only the microphone, for calls from the browser. */
const powers = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=()';

/** Addresses that are calls or files of programs: when they are unknown, no page answers in their place. */
const noPage = /^\/(api|common|assets|docs|metrics|health|ready|logout|openapi\.json)(\/|$)/;

/**
 * Reports whether an unknown address is answered by a page: to a caller that takes one, as browsers, search engines and
 * a command line do, but not to a program that asks for JSON or for nothing in particular.
 */
export function takesPage(request: FastifyRequest): boolean {
  const [path = '/'] = request.url.split('?');
  const { accept = '' } = request.headers;
  const asks = request.method === 'GET' || request.method === 'HEAD';
  const wants = accept.includes('text/html') || (accept.includes('*/*') && !accept.includes('json'));
  return asks && wants && !noPage.test(path);
}

/** Files with a hash in their name never change; the others are revalidated each time, by their tag. */
function setCaching(reply: FastifyReply, path: string): void {
  const hashed = path.includes('/assets/');
  reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** The part of the server that faces a browser; see {@link browserFeature}. */
export interface BrowserFeature {
  /** Security headers and compression, mounted before the session check so that refusals get them too. */
  readonly headers: Feature;
  /** The built web application. */
  readonly feature: Feature;
  /** Answers an address of the application with its page, if a browser asks for one. */
  readonly page: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/**
 * Security headers and compression for every answer, and the built web application in `folder`: files with a hash in
 * their name are cached for a year, and every address of the application gets `index.html`.
 */
export function browserFeature(folder: string): BrowserFeature {
  const built = existsSync(join(folder, 'index.html'));
  return {
    async headers(app, { config }) {
      const publicTls = config.publicUrl?.startsWith('https:') === true;
      await app.register(helmet, {
        contentSecurityPolicy: contentPolicy,
        // Set below, if it applies.
        strictTransportSecurity: false,
        crossOriginResourcePolicy: { policy: 'same-origin' },
        referrerPolicy: { policy: 'same-origin' },
        xFrameOptions: { action: 'deny' },
      });
      app.addHook('onSend', async (request, reply) => {
        reply.header('permissions-policy', powers);
        // A trusted proxy reports the protocol; the product itself speaks plain HTTP.
        if (publicTls || request.protocol === 'https') reply.header('strict-transport-security', onlyTls);
      });
      // Brotli at its default quality takes a fraction of a millisecond per page of rows; small answers are not
      // compressed.
      await app.register(compress, {
        encodings: ['br', 'gzip'],
        threshold: 2048,
        globalDecompression: false,
      });
    },
    async feature(app, { logger }) {
      if (!built) {
        logger.warn({ folder }, 'The web application is not built; only calls are answered');
        return;
      }
      await app.register(async scope => {
        scope.addHook('onRoute', route => {
          route.config = { ...route.config, public: true };
        });
        // A missing file falls through to the handler for unknown addresses.
        await scope.register(files, {
          root: folder,
          // The build has written them next to the originals.
          preCompressed: true,
          cacheControl: false,
          setHeaders: setCaching,
          decorateReply: false,
        });
      });
      await app.register(files, {
        root: folder,
        serve: false,
        cacheControl: false,
        setHeaders: setCaching,
      });
    },
    page(request, reply) {
      const [path = '/'] = request.url.split('?');
      if (!built || !takesPage(request) || !isApplicationPath(path)) return false;
      void reply.status(200).sendFile('index.html');
      return true;
    },
  };
}

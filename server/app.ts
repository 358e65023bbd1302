import type { Socket } from 'node:net';
import { errorCatalogue, failure } from '@yikao/model/errors.ts';
import { machineOf } from '@yikao/model/machines/index.ts';
import { screens } from '@yikao/model/screens/index.ts';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Engine } from './engine/engine.ts';
import { type Authenticate, requireSession } from './engine/http/actor.ts';
import { answerError } from './engine/http/answer.ts';
import { documentCalls } from './engine/http/doc.ts';
import { docRoutes } from './engine/http/doc-page.ts';
import { readForwarded } from './engine/http/forwarded.ts';
import { serveCalls } from './engine/http/handle.ts';
import { parseJsonBody } from './engine/http/json-body.ts';
import { jobRoutes } from './engine/jobs/routes.ts';
import { datasetRoutes, screenRoutes } from './engine/routes.ts';
import { describeSteps } from './engine/steps/step-docs.ts';
import { stateRoute, stepRoutes } from './engine/steps/step-routes.ts';
import type { Feature, FeatureContext } from './features/feature.ts';

/** The parts that {@link createApp} assembles. */
export interface AppParts extends FeatureContext {
  readonly engine: Engine;
  readonly authenticate: Authenticate;
  /** Adds the headers that every answer carries, of those too who have no session. */
  readonly headers?: Feature;
  readonly features: readonly Feature[];
  /** May answer an address that no route knows, with a page of the browser's; `false` leaves it unanswered. */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** Version of the calls, as the OpenAPI document states it. */
const version = '0.1.0';

/** Bytes of a JSON body; files come as multipart and have limits of their own. */
const jsonBytes = 2 * 1024 * 1024;

/** For answers that come before any hook, and hold nothing that a browser could show. */
const strictHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

/** Answers what is no HTTP request (raw signs in the address, headers past the limit), which reaches no route. */
function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, zh } = errorCatalogue.badRequest;
  const body = JSON.stringify({ success: false, code: status, message: zh, data: { reason: 'badRequest' } });
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Assembles the HTTP server: sessions, errors, features, and the calls of every dataset. It does not listen yet. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  // Named by its base type, so that the instance is the ordinary one that features and plugins know.
  const loggerInstance: FastifyBaseLogger = parts.logger;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    // One line a request is metrics' business; failures are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    trustProxy: ['loopback', ...parts.config.trustedProxies],
    clientErrorHandler: refuseUnreadable,
    // Said in our own words below.
    return503OnClosing: false,
    // Addresses that the router itself refuses: too long a part, signs that are none.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(strictHeaders)),
  });
  readForwarded(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (!parts.page?.(request, reply)) answerError(failure('noSuchCall'), request, reply);
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_: unknown, body: string | Buffer) => parseJsonBody(String(body)),
  );
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  // Calls on connections that are still open come in to the end; those that have begun are carried out.
  app.addHook('onRequest', async () => {
    if (closing) throw failure('shuttingDown');
  });
  // What a call answers is for the person who asked: no cache on the way, and none of the browser's, keeps it.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
  await parts.headers?.(app, parts);
  requireSession(app, parts.authenticate);
  serveCalls(app, parts.engine);
  const document = documentCalls(app, version, dataset => describeSteps(parts.engine, dataset));
  for (const feature of parts.features) await feature(app, parts);
  for (const dataset of parts.engine.datasets) datasetRoutes(app, parts.engine, dataset);
  for (const server of parts.engine.steps) stepRoutes(app, parts.engine, server);
  for (const screen of screens) {
    screenRoutes(app, parts.engine, screen);
    const machine = machineOf(screen);
    if (machine) stateRoute(app, parts.engine, machine, screen);
  }
  jobRoutes(app, parts.engine);
  docRoutes(app, document, { open: parts.config.openDocs });
  return app;
}

import type { Socket } from 'node:net';
import type { AnyCall } from '@yikao/model/calls/call.ts';
import { datasetCalls } from '@yikao/model/calls/dataset-calls.ts';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import { screens } from '@yikao/model/contexts/screens.ts';
import { errorCatalogue, failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Feature, FeatureContext } from './contexts/shared/feature.ts';
import type { Engine } from './engine/engine.ts';
import { type Authenticate, requireSession } from './engine/http/actor.ts';
import { answerError } from './engine/http/answer.ts';
import { watchBodies } from './engine/http/body-watch.ts';
import { type DocumentReader, documentCalls } from './engine/http/doc.ts';
import { docRoutes } from './engine/http/doc-page.ts';
import { readForwarded } from './engine/http/forwarded.ts';
import { serveCalls } from './engine/http/handle.ts';
import { parseJsonBody } from './engine/http/json-body.ts';
import { jobRoutes } from './engine/jobs/routes.ts';
import { findRoutes } from './engine/read/find-rows.ts';
import { waitingRoutes } from './engine/read/waiting.ts';
import { datasetRoutes, screenRoutes } from './engine/routes.ts';
import { mayCall } from './engine/scope/access.ts';
import type { Actor } from './engine/scope/actor.ts';
import { mayLookUp } from './engine/scope/name-roads.ts';
import { describeSteps } from './engine/steps/step-docs.ts';
import { stateRoute, stepRoutes } from './engine/steps/step-routes.ts';

/** The parts that {@link createApp} assembles. */
export interface AppParts extends FeatureContext {
  readonly engine: Engine;
  readonly authenticate: Authenticate;
  /** Adds the headers of every answer, with or without a session. */
  readonly headers?: Feature;
  readonly features: readonly Feature[];
  /** May answer an address without a route with the browser's page; `false` leaves it unanswered. */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** Version of the calls, as the OpenAPI document states it. */
const version = '0.1.0';

/** Most bytes of a JSON body; files come as multipart with separate limits. */
const jsonBytes = 8 * 1024 * 1024;

/** For answers sent before any hook, which contain nothing for a browser to show. */
const strictHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

/** Answers malformed HTTP requests (raw characters in the address, oversized headers), which reach no route. */
function refuseUnreadable(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, zh } = errorCatalogue.badRequest;
  const body = JSON.stringify({ success: false, code: status, message: zh, data: { reason: 'badRequest' } });
  socket.end(
    `HTTP/1.1 ${status} Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Reports whether a call looks up names of a dataset. */
function isLookUp({ path }: AnyCall, of: AnyDataset): boolean {
  return path === datasetCalls(of).options.path || (of.lookUps ?? []).some(({ at }) => at === path);
}

/** The calls that an account finds in the document: those of its codes, and look-ups of names that it may look up. */
function documentReader(engine: Engine, actor: Actor): DocumentReader {
  return {
    key: [...actor.permissions].toSorted().join(),
    mayMake: call =>
      mayCall(call, actor) &&
      (typeof call.of === 'string' || !isLookUp(call, call.of) || mayLookUp(engine, call.of, actor)),
  };
}

/** Assembles the HTTP server: sessions, errors, features, and the calls of every dataset. It does not listen yet. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  // Typed as its base type, so that the instance has the type features and plugins expect.
  const loggerInstance: FastifyBaseLogger = parts.logger;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    // Requests are counted by metrics; failures are logged by the error handler.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBytes,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    trustProxy: ['loopback', ...parts.config.trustedProxies],
    clientErrorHandler: refuseUnreadable,
    // Answered with our own message below.
    return503OnClosing: false,
    // Addresses refused by the router itself: overlong parts, invalid characters.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(strictHeaders)),
  });
  readForwarded(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (parts.page?.(request, reply)) return;
    if (app.answerLost?.(request, reply)) return;
    answerError(failure('noSuchCall'), request, reply);
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
  // Calls arriving on open connections are accepted to the end; those that have begun are completed.
  app.addHook('onRequest', async () => {
    if (closing) throw failure('shuttingDown');
  });
  // Answers are meant for the caller only: no proxy or browser may cache them.
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
  });
  watchBodies(app);
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
  findRoutes(app, parts.engine);
  waitingRoutes(app, parts.engine);
  docRoutes(app, document, actor => documentReader(parts.engine, actor), { open: parts.config.openDocs });
  return app;
}

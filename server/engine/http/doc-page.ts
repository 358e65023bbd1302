import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathOf } from '@yikao/model/calls/call.ts';
import { docCalls } from '@yikao/model/contexts/system/server.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../scope/actor.ts';
import type { CallDocument, DocumentReader } from './doc.ts';
import { handle } from './handle.ts';

/** Files of the page with their media types; no other file of the package is served. */
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const asset = (file: string) => pathOf(docCalls.asset, { file });

const page = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>艺考后台 API</title>
<link rel="stylesheet" href="${asset('swagger-ui.css')}">
</head>
<body>
<div id="calls"></div>
<script src="${asset('swagger-ui-bundle.js')}"></script>
<script type="module" src="${docCalls.script.path}"></script>
</body>
</html>`;

/**
 * The page itself has no data, and a browser opening it cannot send a header: it reads the application's stored session
 * and uses it to load the document and to try out calls. Without a session it redirects to the login page, which
 * returns here.
 */
const start = `const key = 'yikao.session';
const session = JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? 'null');
const headers = session?.token ? { 'access-token': session.token } : {};
const answer = await fetch('${docCalls.document.path}', { headers });
if (answer.status === 401) {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(key);
  location.replace('/login?back=${encodeURIComponent(docCalls.page.path)}');
} else if (answer.ok) {
  SwaggerUIBundle({
    spec: await answer.json(),
    dom_id: '#calls',
    docExpansion: 'none',
    filter: true,
    validatorUrl: null,
    requestInterceptor: call => {
      call.headers = { ...headers, ...call.headers };
      return call;
    },
  });
} else {
  const { message } = await answer.json().catch(() => ({ message: answer.statusText }));
  document.getElementById('calls').textContent = message;
}`;

/**
 * The document of the calls and the page that shows it: to callers with a session or an API token those that they may
 * make (`readerOf`), to anyone all of them if `open`.
 */
export function docRoutes(
  app: FastifyInstance,
  document: CallDocument,
  readerOf: (actor: Actor) => DocumentReader,
  { open }: { readonly open: boolean },
): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  handle(
    app,
    docCalls.document,
    async ({ actor, reply }) =>
      reply
        .type('application/json; charset=utf-8')
        .send(open || actor.admin ? document() : document(readerOf(actor))),
    { open },
  );
  handle(app, docCalls.page, async ({ reply }) => reply.type('text/html; charset=utf-8').send(page));
  handle(app, docCalls.script, async ({ reply }) => reply.type('text/javascript; charset=utf-8').send(start));
  handle(app, docCalls.asset, async ({ params: { file }, reply }) => {
    const type = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!type) throw failure('noSuchCall');
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(join(folder, file)));
  });
}

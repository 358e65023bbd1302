import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance } from 'fastify';

/** Files of the page, with their media types; nothing else of the package is served. */
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const page = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>艺考后台 API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="calls"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>`;

const start = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#calls', docExpansion: 'none', filter: true, validatorUrl: null, persistAuthorization: true });`;

/** `GET /openapi.json` and the page that shows it, `GET /docs` (architecture section 5). Both are public: they hold no data. */
export function docRoutes(app: FastifyInstance, document: () => Record<string, unknown>): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const open = { config: { public: true } } as const;
  app.get('/openapi.json', open, async () => document());
  app.get('/docs', open, async (_, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/docs/start.js', open, async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  app.get<{ Params: { file: string } }>('/docs/:file', open, async (request, reply) => {
    const { file } = request.params;
    const type = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!type) throw failure('noSuchCall');
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(join(folder, file)));
  });
}

import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';

/** Monitoring of the process. */
export const serverCalls = {
  health: call('GET /health', {
    of: 'server',
    label: label('进程是否在运行', 'Whether the process lives'),
    may: 'public',
    data: z.object({ status: z.literal('up') }),
  }),
  ready: call('GET /ready', {
    of: 'server',
    label: label('能否工作', 'Whether it can do its work'),
    may: 'public',
    // The server answers calls as long as its database is reachable, whatever else is not ready.
    data: z.object({
      ready: z.boolean(),
      database: z.boolean(),
      migrations: z.boolean(),
      disk: z.boolean(),
    }),
    fails: ['unavailable'],
  }),
  /** For the networks around the server; hidden from all others. */
  metrics: call('GET /metrics', {
    of: 'server',
    label: label('Prometheus 指标', 'Its numbers, for Prometheus'),
    may: 'public',
    answers: 'text',
  }),
} as const;

/** The document of the calls, and the page that shows it. */
export const docCalls = {
  document: call('GET /openapi.json', {
    of: 'server',
    label: label('接口文档（OpenAPI 3.1）', 'The calls, as OpenAPI 3.1'),
    may: 'person',
    answers: 'text',
  }),
  page: call('GET /docs', {
    of: 'server',
    label: label('接口文档页面', 'The page that shows the calls'),
    may: 'public',
    answers: 'text',
  }),
  script: call('GET /docs/start.js', {
    of: 'server',
    label: label('接口文档页面的脚本', 'Its script'),
    may: 'public',
    answers: 'text',
  }),
  asset: call('GET /docs/:file', {
    of: 'server',
    label: label('接口文档页面的文件', 'Its files'),
    may: 'public',
    answers: 'text',
  }),
} as const;

import { type AnyCall, type Method, methods } from '@yikao/model/calls/call.ts';
import { type ErrorCode, errorCatalogue } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pageParameters } from '../read/paging.ts';

/**
 * More precise input and output schemas of a call: values that follow from a dataset's fields are parsed by the
 * declaration, and documented by schemas generated from it.
 */
export interface Documented {
  readonly query?: z.ZodType | undefined;
  readonly body?: z.ZodType | undefined;
  readonly data?: z.ZodType | undefined;
}

interface Operation extends Documented {
  readonly call: AnyCall;
  readonly method: Method;
  /** In the document's notation, with `{name}` for variables. */
  readonly path: string;
  readonly open: boolean;
}

type Json = Record<string, unknown>;

/** A reader of the document: the calls that it may make, and a text that is the same for readers of the same calls. */
export interface DocumentReader {
  readonly key: string;
  mayMake(call: AnyCall): boolean;
}

/** The document as JSON, of all calls or of those that a reader may make. */
export type CallDocument = (reader?: DocumentReader) => string;

/** Most documents of readers that a process keeps; each is up to some megabytes. */
const mostKept = 8;

/**
 * Collects the routes mounted from now on and builds the OpenAPI 3.1 document of their calls on first use; one for each
 * set of calls is kept. `describe` returns the text about a dataset as a whole.
 */
export function documentCalls(
  app: FastifyInstance,
  version: string,
  describe: (dataset: AnyDataset) => string | undefined = () => undefined,
): CallDocument {
  const routes: { readonly method: Method; readonly url: string; readonly config: FastifyContextConfig }[] =
    [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const found = methods.find(one => one === method);
    // The HEAD that Fastify adds beside each GET is no separate call.
    const added = found === 'HEAD' && config?.call?.method !== 'HEAD';
    if (found && config?.call && !added) routes.push({ method: found, url, config });
  });
  const kept = new Map<string, string>();
  let operations: readonly Operation[] | undefined;
  return reader => {
    const key = reader ? `of ${reader.key}` : 'all';
    const known = kept.get(key);
    if (known !== undefined) return known;
    operations ??= routes.map(({ method, url, config }) => {
      // Only routes with a call were taken in.
      const call = config.call as AnyCall;
      const path = url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}');
      const { query, body, data } = call;
      return {
        query,
        body,
        data,
        ...config.documented?.(),
        call,
        method,
        path,
        open: config.public === true,
      };
    });
    const shown = reader ? operations.filter(({ call, open }) => open || reader.mayMake(call)) : operations;
    // The states and steps of a dataset are for people who may make more than its open calls.
    const held = new Set(
      shown
        .filter(({ call: { may } }) => !(may === 'public' || may === 'person'))
        .map(({ call: { of } }) => of),
    );
    const text = JSON.stringify(
      openApi(shown, version, dataset => (!reader || held.has(dataset) ? describe(dataset) : undefined)),
    );
    kept.set(key, text);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return text;
  };
}

function tagName(of: AnyCall['of']): string {
  return typeof of === 'string' ? of : `${of.label.zh} ${of.name}`;
}

/** The groups of calls that have a description. */
function tagsOf(
  operations: readonly Operation[],
  describe: (dataset: AnyDataset) => string | undefined,
): Json[] {
  const told = new Set(operations.flatMap(({ call: { of } }) => (typeof of === 'string' ? [] : [of])));
  return [...told].flatMap(dataset => {
    const description = describe(dataset);
    return description === undefined ? [] : [{ name: tagName(dataset), description }];
  });
}

function openApi(
  operations: readonly Operation[],
  version: string,
  describe: (dataset: AnyDataset) => string | undefined,
): Json {
  const paths: Record<string, Json> = {};
  const sorted = operations.toSorted(
    (a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method),
  );
  for (const one of sorted) {
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operation(one) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '艺考后台 Yikao',
      version,
      description:
        '每个响应都是 {success, code, message, data}，HTTP 状态码等于 code。 Every answer is {success, code, message, data}; the HTTP status equals code.',
    },
    tags: tagsOf(sorted, describe),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'access-token' } },
      schemas: {
        Failure: {
          type: 'object',
          required: ['success', 'code', 'message', 'data'],
          properties: {
            success: { const: false },
            code: { type: 'integer' },
            message: { type: 'string' },
            data: {
              type: ['object', 'null'],
              properties: {
                reason: { type: 'string', description: 'Stable code of the error' },
                errors: {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: { field: { type: 'string' }, message: { type: 'string' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  };
}

function operation({ call, path, open, query, body, data }: Operation): Json {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const key = {
    name: 'idempotency-key',
    in: 'header',
    required: false,
    description:
      '同一人用同一个键重复提交时只执行一次，并返回第一次的结果 Of calls of one person with one key the first alone does something; the others answer the same',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  };
  const request = requestBody(call, body);
  return {
    tags: [tagName(call.of)],
    summary: `${call.label.zh} ${call.label.en}`,
    description: callers(call),
    security: open ? [] : [{ token: [] }],
    parameters: [
      ...parameters,
      ...queryParameters(query),
      ...(call.pageSize === undefined ? [] : queryParameters(pageParameters(call.pageSize))),
      ...(call.once ? [key] : []),
    ],
    ...(request && { requestBody: request }),
    responses: { ...success(call, data), ...failures(call, open), default: failed(call, 'Failure') },
  };
}

/** Who may call, and how often, in a sentence each. */
function callers({ may, limit, sessionOnly }: AnyCall): string {
  const who =
    may === 'public'
      ? '无需登录 Without a login'
      : may === 'admin'
        ? '仅管理员 Administrators only'
        : may === 'person' || typeof may === 'function'
          ? '须登录 For everybody who is logged in'
          : `权限码 Permission: \`${may}\``;
  return [
    who,
    ...(sessionOnly ? ['不接受 API 令牌 Not by an API token'] : []),
    ...(limit
      ? [
          `每 ${limit.windowMs / 1000} 秒最多 ${limit.max} 次 At most ${limit.max} calls in ${limit.windowMs / 1000} s`,
        ]
      : []),
  ].join('；');
}

function requestBody({ upload }: AnyCall, body: z.ZodType | undefined): Json | undefined {
  const fields = body && schemaOf(body);
  if (!upload) return fields && { content: { 'application/json': { schema: fields } } };
  const { properties = {} } = (fields ?? {}) as { properties?: Json };
  const form = {
    type: 'object',
    properties: { ...properties, [upload.field]: { type: 'string', format: 'binary' } },
    ...(!upload.optional && { required: [upload.field] }),
  };
  return {
    content: {
      'multipart/form-data': { schema: form },
      ...(upload.optional && fields && { 'application/json': { schema: fields } }),
    },
  };
}

const page: Json = { 'text/html': { schema: { type: 'string' } } };

function success({ answers, method }: AnyCall, data: z.ZodType | undefined): Json {
  if (answers === 'redirect') {
    return method === 'GET' ? { 302: { description: 'Found' } } : { 303: { description: 'See other' } };
  }
  const content =
    answers === 'file'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : answers === 'text'
        ? { 'text/*': { schema: { type: 'string' } } }
        : answers === 'page'
          ? page
          : { 'application/json': { schema: enveloped(data) } };
  return { 200: { description: 'OK', content } };
}

function enveloped(data: z.ZodType | undefined): Json {
  return {
    type: 'object',
    required: ['success', 'code', 'message', 'data'],
    properties: {
      success: { const: true },
      code: { const: 200 },
      message: { type: 'string' },
      data: data ? schemaOf(data) : { type: 'null' },
    },
  };
}

function failed({ answers }: AnyCall, description: string): Json {
  if (answers === 'page') return { description, content: page };
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

/** The failures of a call by their status, with their stable names. */
function failures(call: AnyCall, open: boolean): Json {
  const reads = call.query || call.body || call.params || call.pageSize !== undefined;
  const reasons: readonly ErrorCode[] = [
    ...(open ? [] : (['unauthenticated'] as const)),
    ...(open || call.may === 'person' ? [] : (['forbidden'] as const)),
    ...(reads ? (['invalidFields'] as const) : []),
    ...(call.limit ? (['tooManyRequests'] as const) : []),
    ...(call.once === true ? (['callUnderway'] as const) : []),
    ...(call.fails ?? []),
  ];
  const byStatus = Map.groupBy(new Set(reasons), reason => errorCatalogue[reason].status);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      failed(
        call,
        names.map(name => `\`${name}\` ${errorCatalogue[name].zh} ${errorCatalogue[name].en}`).join('\n'),
      ),
    ]),
  );
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const schema = schemaOf(query);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, { description, ...rest }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(rest.type === 'array' && { style: 'form', explode: true }),
    }),
  );
}

function schemaOf(schema: z.ZodType): Json {
  // Documents the input of a call; the result of its transforms is internal.
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}

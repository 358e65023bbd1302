import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import type { PermissionCode } from '@yikao/model/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** What the OpenAPI document says of one call. */
export interface CallDoc {
  readonly summary: Label;
  /** Group in the document: that of a dataset's calls, or of a feature's. */
  readonly tag:
    | AnyDataset
    | 'access'
    | 'auth'
    | 'config'
    | 'files'
    | 'jobs'
    | 'lookups'
    | 'payment'
    | 'registration'
    | 'website';
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What stands in the envelope's `data`. */
  readonly data?: z.ZodType;
  /** Permission code the call needs. */
  readonly permission?: PermissionCode;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shown in `/openapi.json`; a call without it is listed by its address alone. */
    doc?: CallDoc;
  }
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly doc: CallDoc | undefined;
  readonly open: boolean;
}

type Json = Record<string, unknown>;

/** Methods that carry meaning; HEAD and OPTIONS follow from the others. */
const methods = new Set(['GET', 'POST', 'PUT', 'DELETE']);

/**
 * Watches the routes that are mounted from now on and gives the OpenAPI 3.1 document of all of them, made when
 * it is first asked for. `describe` says what there is to say of a dataset as a whole.
 */
export function documentCalls(
  app: FastifyInstance,
  version: string,
  describe: (dataset: AnyDataset) => string | undefined = () => undefined,
): () => Json {
  const calls: Call[] = [];
  app.addHook('onRoute', route => {
    for (const method of [route.method].flat()) {
      if (!methods.has(method) || route.url.includes('*')) continue;
      const config = route.config;
      calls.push({ method, url: route.url, doc: config?.doc, open: config?.public === true });
    }
  });
  let document: Json | undefined;
  return () => {
    document ??= openApi(calls, version, describe);
    return document;
  };
}

function tagName(tag: CallDoc['tag']): string {
  return typeof tag === 'string' ? tag : `${tag.label.zh} ${tag.name}`;
}

/** The groups of the calls of which there is something to say. */
function tagsOf(calls: readonly Call[], describe: (dataset: AnyDataset) => string | undefined): Json[] {
  const told = new Set(calls.flatMap(({ doc }) => (typeof doc?.tag === 'object' ? [doc.tag] : [])));
  return [...told].flatMap(dataset => {
    const description = describe(dataset);
    return description === undefined ? [] : [{ name: tagName(dataset), description }];
  });
}

function openApi(
  calls: readonly Call[],
  version: string,
  describe: (dataset: AnyDataset) => string | undefined,
): Json {
  const paths: Record<string, Json> = {};
  const sorted = calls.toSorted((a, b) => a.url.localeCompare(b.url) || a.method.localeCompare(b.method));
  for (const call of sorted) {
    const path = call.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) };
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

function operation({ method, url, doc, open }: Call): Json {
  const parameters = [...url.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    tags: [doc ? tagName(doc.tag) : (url.split('/')[2] ?? 'other')],
    summary: doc ? `${doc.summary.zh} ${doc.summary.en}` : `${method} ${url}`,
    ...(doc?.permission && { description: `权限码 Permission: \`${doc.permission}\`` }),
    security: open ? [] : [{ token: [] }],
    parameters: [...parameters, ...queryParameters(doc?.query)],
    ...(doc?.body && { requestBody: { content: { 'application/json': { schema: schemaOf(doc.body) } } } }),
    responses: {
      200: {
        description: 'OK',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['success', 'code', 'message', 'data'],
              properties: {
                success: { const: true },
                code: { const: 200 },
                message: { type: 'string' },
                data: doc?.data ? schemaOf(doc.data) : {},
              },
            },
          },
        },
      },
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
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
  // What a call takes is documented; what a transform makes of it inside is nobody's business outside.
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}

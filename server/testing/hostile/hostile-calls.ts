import type { Method } from '@yikao/model/calls/call.ts';
import type { Random } from '../random.ts';
import type { Operation, Schema } from './operations.ts';

/** A generated call. */
export interface HostileCall {
  /** Path as the document has it. */
  readonly path: string;
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | undefined;
  /** Answered with a page, also when it fails. */
  readonly isPage: boolean;
  readonly isForVendors: boolean;
}

/** Texts that have broken programs before. */
const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '‮kcab',
  'Ａdmin',
  'аdmin',
  "' or 1=1 --",
  '"; drop table t_role; --',
  '%',
  '_',
  '\\',
  '%%%%%%%%%%%%%%%%%%%%',
  '$1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: meant literally
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '//evil.example/%2e%2e',
  'a\u202e\u2066gpj.exe',
  'e\u0301\u200b\u200d\ufeff',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '/common/file/canary/secret.csv',
  '/canary/secret.csv',
  'file:///etc/passwd',
  '=1+1',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '2026-02-30',
  '2026-13-01 25:61:61',
  '0000-00-00',
  '9999999999999999999999',
  '1e400',
  '-0',
  '0x10',
  '1,2,3',
  '1;2',
  'á'.repeat(70),
  '字'.repeat(300),
  'x'.repeat(5_000),
];

const nastyNumbers: readonly number[] = [
  0,
  -1,
  1.5,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_SAFE_INTEGER,
  2 ** 31,
  2 ** 63,
  1e308,
  -1e308,
  1e-320,
];

const part = (name: string, file: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${content}`;

/** Forms with a file, whole and broken. */
const forms: readonly string[] = [
  `${part('file', 'a.csv', 'a,b\r\n1,2')}\r\n--x--\r\n`,
  `${part('file', '../../../etc/cron.d/x', 'a,b')}\r\n--x--\r\n`,
  `${part('file', 'a.svg', '<svg onload=alert(1)>')}\r\n--x--\r\n`,
  `${part('file', 'a.gif', 'GIF89a<script>alert(1)</script>')}\r\n--x--\r\n`,
  `${part('file', 'a.xlsx', 'PK\u0003\u0004')}\r\n--x--\r\n`,
  part('file', 'cut.csv', 'a,b'),
  '--x\r\nContent-Disposition: form-data; name="file"\r\n',
  '--x--\r\n',
  '',
];

/** The value sent for a column that only the server sets; nothing else has this value. */
export const stamp = 987_654_321;

/** Columns that only the server sets, in the spellings that a client may try. */
const serversKeys = ['createBy', 'updateBy', 'create_by', 'update_by'];

/** Names of columns and properties that no client may set. */
const forbiddenKeys = [
  'version',
  'deleted',
  ...serversKeys,
  'createTime',
  'importBatch',
  'provinceId',
  'partnersId',
  'agentId',
  'userId',
  'adminFlag',
  'password',
  'roleIds',
  'ids',
  'sort',
  'tree',
  '__proto__',
  'constructor',
  'toString',
];

/** Queries and members of calls that the document lists only by address. */
const commonNames: readonly Schema[] = [
  ...['id', 'tableId', 'bizType', 'bizTypeVal', 'type', 'userId', 'current', 'size'].map(name => ({
    name,
    type: 'integer',
  })),
  ...['title', 'fieldNames', 'keywords', 'dataset', 'action'].map(name => ({ name, type: 'string' })),
  { name: 'ids', type: 'array', items: { type: 'integer' } },
];

const unknownBody: Schema = {
  type: 'object',
  properties: Object.fromEntries(commonNames.map(schema => [schema.name ?? '', schema])),
};

/** Percentage of calls to operations that were not called yet, while there are any. */
const waitingShare = 30;

/** Generates calls from an OpenAPI document; `ids` are ids of existing rows, including other organisations'. */
export class CallMaker {
  private readonly operations: readonly Operation[];
  /** Operations not called yet; they are chosen more often, so that none is left out by chance. */
  private readonly waiting: Set<Operation>;
  private readonly random: Random;
  private readonly ids: readonly number[];

  constructor(operations: readonly Operation[], ids: readonly number[], random: Random) {
    this.operations = operations;
    this.waiting = new Set(operations);
    this.ids = ids;
    this.random = random;
  }

  /** A call that is well formed, or nearly, or not at all. */
  make(fits: (operation: Operation) => boolean): HostileCall {
    const { random } = this;
    const waiting = random.chance(waitingShare) ? [...this.waiting].filter(fits) : [];
    const operation = random.pick(waiting.length > 0 ? waiting : this.operations.filter(fits));
    this.waiting.delete(operation);
    const path = operation.path.replace(/\{\w+\}/g, () =>
      encodeURIComponent(String(this.scalar()).toWellFormed()),
    );
    const headers: Record<string, string> = {};
    if (random.chance(20))
      headers['accept-language'] = random.pick(['en', 'zh-CN', 'x'.repeat(500), '*', ';;;']);
    // Occasionally a method that the path does not support.
    const method = random.chance(3)
      ? random.pick(['GET', 'POST', 'PUT', 'DELETE'] as const)
      : operation.method;
    return {
      path: `${operation.method} ${operation.path}`,
      method,
      url: path + this.query(operation),
      headers,
      payload: this.payload(method, operation, headers),
      isPage: operation.isPage,
      isForVendors: operation.isForVendors,
    };
  }

  private query({ query }: Operation): string {
    const { random } = this;
    const parts: string[] = [];
    for (const parameter of query.length > 0 ? query : commonNames) {
      if (!random.chance(25)) continue;
      const name = `${parameter.name ?? ''}${random.chance(5) ? '[]' : ''}`;
      const times = random.chance(5) ? random.below(40) : 1;
      for (let time = 0; time < times; time++) parts.push(`${name}=${this.encoded(parameter)}`);
    }
    if (random.chance(10)) parts.push(`${random.pick(forbiddenKeys)}=${this.encoded(undefined)}`);
    if (random.chance(15)) parts.push(`ids=${random.pick(this.ids)}`);
    if (random.chance(15)) parts.push(`id=${random.pick(this.ids)}`);
    if (random.chance(1))
      parts.push(random.pick(['%', '%zz', '=', '&&&', 'a=%00', '[a][b][c]=1', '%E0%A4%A']));
    if (random.chance(1)) parts.push(Array.from({ length: 1_200 }, (_, n) => `ids=${n}`).join('&'));
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  private encoded(schema: Schema | undefined): string {
    const value = this.random.chance(60) && schema ? this.value(schema, 2) : this.scalar();
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    // A lone half of a pair cannot be written as an address.
    return encodeURIComponent((text ?? '').toWellFormed()).slice(0, 4_000);
  }

  private payload(
    method: string,
    { body, path }: Operation,
    headers: Record<string, string>,
  ): string | undefined {
    const { random } = this;
    if (method === 'GET') return undefined;
    if (random.chance(4)) {
      headers['content-type'] = random.pick([
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'x',
        '',
      ]);
      return random.pick(nastyTexts);
    }
    if (random.chance(2) || path.includes('upload')) {
      headers['content-type'] = random.pick([
        'multipart/form-data; boundary=x',
        'multipart/form-data; boundary=',
      ]);
      return random.pick(forms);
    }
    headers['content-type'] = 'application/json';
    if (random.chance(4))
      return random.pick([
        '{',
        '[',
        '{"a":',
        'nul',
        '"',
        '{"a":1,}',
        '\ufeff{}',
        '{"__proto__":{"admin":true}}',
      ]);
    if (random.chance(1)) return '['.repeat(5_000);
    if (random.chance(1)) return `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
    if (random.chance(2)) return JSON.stringify({ ids: Array.from({ length: 10_000 }, (_, n) => n) });
    if (random.chance(8)) return JSON.stringify(this.any(3));
    const value = this.value(body ?? unknownBody, 4);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
    const extra = random.chance(30) ? { [random.pick(forbiddenKeys)]: this.any(1) } : {};
    const keys = random.chance(25) ? { ids: [random.pick(this.ids)], id: random.pick(this.ids) } : {};
    const stamped = random.chance(25) ? { [random.pick(serversKeys)]: stamp } : {};
    return JSON.stringify({ ...value, ...keys, ...extra, ...stamped });
  }

  /** A value that fits a schema more often than not. */
  private value(schema: Schema, depth: number): unknown {
    const { random } = this;
    if (random.chance(12)) return this.any(1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    if (schema.anyOf) return this.value(random.pick(schema.anyOf), depth);
    switch (schema.type) {
      case 'object': {
        const entries = Object.entries(schema.properties ?? {}).filter(() => random.chance(70));
        return depth === 0
          ? {}
          : Object.fromEntries(entries.map(([name, one]) => [name, this.value(one, depth - 1)]));
      }
      case 'array':
        return Array.from({ length: random.below(4) }, () =>
          schema.items ? this.value(schema.items, depth - 1) : 1,
        );
      case 'integer':
        return random.chance(70) ? random.pick(this.ids) : random.below(5_000);
      case 'number':
        return random.below(100_000) / 100;
      case 'boolean':
        return random.chance(50);
      case 'string':
        return random.chance(60)
          ? random.pick([
              '文字',
              '2026-03-01',
              '2026-03-01 08:00:00',
              '13800000000',
              'https://example.com/a',
              'A1',
            ])
          : random.pick(nastyTexts);
      case 'null':
        return null;
      default:
        return this.scalar();
    }
  }

  private scalar(): unknown {
    const { random } = this;
    return random.pick<() => unknown>([
      () => random.pick(nastyTexts),
      () => random.pick(nastyNumbers),
      () => random.pick(this.ids),
      () => random.below(100),
    ])();
  }

  private any(depth: number): unknown {
    const { random } = this;
    const kind = random.below(depth > 0 ? 7 : 5);
    if (kind === 0) return null;
    if (kind === 1) return random.chance(50);
    if (kind === 5) return Array.from({ length: random.below(5) }, () => this.any(depth - 1));
    if (kind === 6) {
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(forbiddenKeys), this.any(depth - 1)]),
      );
    }
    return this.scalar();
  }
}

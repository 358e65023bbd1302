import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type LiveVendor, readLiveUrl } from './live/push-address.ts';
import { type SignOnProvider, signOnProviders } from './sign-on-config.ts';
import { readSmsUrl } from './sms/open.ts';

/** An on/off switch in the environment. */
const onOff = z.enum(['on', 'off']);

/** A variable that is set but empty is as one that is not set, as shells and Compose files write it. */
function withoutEmpty(env: NodeJS.ProcessEnv): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.trim() !== '') filled[name] = value.trim();
  }
  return filled;
}

function urlWith(protocols: readonly string[], example: string) {
  return z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must look like ${example}`,
  });
}

/** Reports whether a text is an address, or a network as an address with the length of its prefix. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** Reports whether a text is a host as URLs write it, with a port or without. */
function isHost(text: string): boolean {
  return !text.includes('*') && URL.parse(`http://${text}/`)?.host === text.toLowerCase();
}

const environment = z
  .object({
    NODE_ENV: z.string().default('development'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: urlWith(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/name').optional(),
    DATABASE_PREPARES: z.enum(['auto', 'on', 'off']).default('auto'),
    DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
    FILES_URL: urlWith(
      ['s3:', 's3+http:'],
      's3://key:secret@host/bucket (s3+http:// without TLS)',
    ).optional(),
    CALL_URL: urlWith(['feige:', 'feige+http:'], 'feige://cc.feige.cn/openapi/voicecall').optional(),
    SMS_URL: urlWith(
      ['aliyun:', 'aliyun+http:', 'tencent:', 'tencent+http:'],
      'aliyun://KEY:SECRET@dysmsapi.aliyuncs.com/?sign=…&code=SMS_1&approved=SMS_2&refused=SMS_3&marks=SMS_4&marksBack=SMS_5',
    ).optional(),
    LIVE_URL: urlWith(
      ['tencent:', 'aliyun:'],
      'tencent://KEY@push.example.cn/live?play=play.example.cn (or aliyun://…)',
    ).optional(),
    FFMPEG: z.string().optional(),
    ADMIN_PASSWORD: z.string().min(6).max(64).optional(),
    DEMO: onOff.optional(),
    PAY_LOCAL: onOff.optional(),
    OFFICIAL_URL: urlWith(['https:', 'http:'], 'https://api.weixin.qq.com').optional(),
    OFFICIAL_LOCAL: onOff.optional(),
    PUSH_URL: urlWith(['https:', 'http:'], 'https://push-proxy.example.cn').optional(),
    DOUYIN_URL: urlWith(['https:', 'http:'], 'https://open.douyin.com').optional(),
    DOUYIN_KEY: z.string().max(64).optional(),
    DOUYIN_SECRET: z.string().max(128).optional(),
    DOUYIN_LOCAL: onOff.optional(),
    CAPTCHA: onOff.default('on'),
    SECRET_KEY: z.string().min(32, { error: 'must have 32 characters or more' }).max(512).optional(),
    OTHER_SECRET_KEYS: z
      .string()
      .transform(text => text.split(/\s+/))
      .pipe(
        z.array(z.string().min(32, { error: 'must be keys of 32 characters or more with blanks between' })),
      )
      .default([]),
    APP_KEYS: z
      .string()
      .transform(text => text.split(/\s+/))
      .pipe(
        z.array(
          z.string().regex(/^[\w-]{1,32}:\S{32,}$/, {
            error: 'must be name:secret pairs with blanks between, each secret of 32 characters or more',
          }),
        ),
      )
      .default([]),
    PUBLIC_URL: urlWith(['https:', 'http:'], 'https://yikao.example.cn')
      .refine(text => URL.canParse(text) && new URL(text).pathname === '/', { error: 'must have no path' })
      .optional(),
    SIGN_ON: signOnProviders.default([]),
    TRUSTED_PROXIES: z
      .string()
      .transform(text => text.split(/[\s,]+/))
      .pipe(
        z.array(z.string().refine(isNetwork, { error: 'must be addresses or networks such as 10.0.0.0/8' })),
      )
      .default([]),
    OUTSIDE_HOSTS: z
      .string()
      .transform(text => text.split(/[\s,]+/))
      .pipe(
        z.array(
          z.string().refine(isHost, { error: 'must be hosts such as cms.example.cn or 10.0.3.8:8080' }),
        ),
      )
      .default([]),
    OUTSIDE_AGENT: z
      .string()
      .regex(/^[A-Za-z][\w-]{0,31}(\/[\w.]{1,16})?( \([\x20-\x7e]{1,128}\))?$/, {
        error: 'must look like Yikao/1.0 (+https://yikao.example.cn)',
      })
      .default('Yikao/1.0'),
    DOCS: z.enum(['login', 'open']).default('login'),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  })
  .superRefine((env, context) => {
    if (env.CAPTCHA === 'off' && env.NODE_ENV === 'production') {
      context.addIssue({
        code: 'custom',
        path: ['CAPTCHA'],
        message: 'cannot be off when NODE_ENV=production',
      });
    }
    const sms = env.SMS_URL !== undefined && URL.canParse(env.SMS_URL) ? readSmsUrl(env.SMS_URL) : undefined;
    if (sms && 'missing' in sms) {
      context.addIssue({ code: 'custom', path: ['SMS_URL'], message: `lacks ${sms.missing}` });
    }
    const live =
      env.LIVE_URL !== undefined && URL.canParse(env.LIVE_URL) ? readLiveUrl(env.LIVE_URL) : undefined;
    if (live && 'missing' in live) {
      context.addIssue({ code: 'custom', path: ['LIVE_URL'], message: `lacks ${live.missing}` });
    }
    if (env.CALL_URL !== undefined && env.PUBLIC_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'must be set with CALL_URL: the vendor tells of calls there',
      });
    }
    if (env.SIGN_ON.length > 0 && env.PUBLIC_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'must be set with SIGN_ON: providers send people back to it',
      });
    }
    if (env.ROLE !== 'all' && env.DATABASE_URL === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['ROLE'],
        message: `cannot be ${env.ROLE} on the embedded database, which serves one process; set DATABASE_URL`,
      });
    }
  });

/** The settings of a process, read once at the start. Paths are absolute. */
export interface Config {
  readonly production: boolean;
  /** TCP port of the HTTP server; 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** Folder of the embedded database, the files and the logs. */
  readonly dataDir: string;
  /** Connection URL of a PostgreSQL server; undefined for the embedded database under `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Most connections of this process to a PostgreSQL server. */
  readonly databasePool: number;
  /**
   * Keeps statements prepared on the server's connections. `auto` does so unless they go through a pooler; use `on` for
   * poolers that support prepared statements, such as PgBouncer 1.21 with `max_prepared_statements`.
   */
  readonly databasePrepares: 'auto' | 'on' | 'off';
  /** `s3://` or `s3+http://` URL of an object store; undefined for `dataDir`. */
  readonly filesUrl: string | undefined;
  /** Address of the text message vendor; undefined to keep messages in the list of sent ones. */
  readonly smsUrl: string | undefined;
  /** The vendor that carries live pictures; undefined to issue no push addresses. */
  readonly live: LiveVendor | undefined;
  /** Path of the program that converts videos; undefined for the machine's own, if it has one. */
  readonly ffmpeg: string | undefined;
  /** Address of the telephony vendor; undefined to simulate calls outside production. */
  readonly callUrl: string | undefined;
  /** First password of the account `admin`; undefined to generate one. */
  readonly adminPassword: string | undefined;
  /** True if demonstration rows are put in; on by default on the embedded database only. */
  readonly demo: boolean;
  /** True if payments without an account use a simulated payment page; on with the demonstration rows. */
  readonly payLocal: boolean;
  /** Where the calls of official accounts are answered; undefined for the vendor itself. */
  readonly officialUrl: string | undefined;
  /** True if official accounts without credentials have simulated articles; on with the demonstration rows. */
  readonly officialLocal: boolean;
  /** Where the calls of all vendors of pushes are answered; undefined for the vendors themselves. */
  readonly pushUrl: string | undefined;
  /** Where the open platform of Douyin answers; undefined for the platform itself. */
  readonly douyinUrl: string | undefined;
  /** The key and secret of our application there; undefined if it is not set up. */
  readonly douyinApp: { readonly key: string; readonly secret: string } | undefined;
  /** True if the platform is simulated while no application is set up; on with the demonstration rows. */
  readonly douyinLocal: boolean;
  /** True if login asks for a captcha. */
  readonly captcha: boolean;
  /** The secret from which the keys for sealing are derived; undefined for a key file in `dataDir`. */
  readonly secretKey: string | undefined;
  /** Keys that still open earlier secrets, and seal nothing. */
  readonly otherSecretKeys: readonly string[];
  /** Secrets with which the consumer apps sign their calls, by key name. */
  readonly appKeys: ReadonlyMap<string, string>;
  /** Public origin of the product; undefined if not needed. */
  readonly publicUrl: string | undefined;
  /** Addresses and networks of proxies trusted to report the caller's address, in addition to this machine. */
  readonly trustedProxies: readonly string[];
  /** Hosts, some with a port, that may be fetched although they are inner or on a special port. */
  readonly outsideHosts: readonly string[];
  /** The name that the product gives itself when it fetches pages of others. */
  readonly outsideAgent: string;
  /** True if the API document is public. */
  readonly openDocs: boolean;
  /** Identity providers of the login page. */
  readonly signOn: readonly SignOnProvider[];
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** The tasks of this process: answer calls, run jobs, or both. */
  readonly role: 'all' | 'web' | 'worker';
  /** Name of this process in logs and job records. */
  readonly node: string;
}

/** One environment variable that cannot be used, and why. */
export interface ConfigProblem {
  readonly variable: string;
  readonly problem: string;
}

/** Thrown by {@link readConfig}; its message names every variable at fault, one a line. */
export class ConfigError extends Error {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ variable, problem }) => `${variable}: ${problem}`).join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the settings from environment variables; one that is empty counts as not set.
 * @throws {ConfigError} with all problems at once.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = environment.safeParse(withoutEmpty(env));
  if (!read.success) {
    throw new ConfigError(
      read.error.issues.map(found => ({ variable: found.path.join('.'), problem: found.message })),
    );
  }
  const values = read.data;
  const live = values.LIVE_URL === undefined ? undefined : readLiveUrl(values.LIVE_URL);
  const demo = values.DEMO === undefined ? values.DATABASE_URL === undefined : values.DEMO === 'on';
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    databasePrepares: values.DATABASE_PREPARES,
    filesUrl: values.FILES_URL,
    smsUrl: values.SMS_URL,
    live: live && 'vendor' in live ? live : undefined,
    ffmpeg: values.FFMPEG,
    callUrl: values.CALL_URL,
    adminPassword: values.ADMIN_PASSWORD,
    demo,
    payLocal:
      values.PAY_LOCAL === undefined ? demo && values.NODE_ENV !== 'production' : values.PAY_LOCAL === 'on',
    officialUrl: values.OFFICIAL_URL,
    officialLocal:
      values.OFFICIAL_LOCAL === undefined
        ? demo && values.NODE_ENV !== 'production'
        : values.OFFICIAL_LOCAL === 'on',
    pushUrl: values.PUSH_URL,
    douyinUrl: values.DOUYIN_URL,
    douyinApp:
      values.DOUYIN_KEY !== undefined && values.DOUYIN_SECRET !== undefined
        ? { key: values.DOUYIN_KEY, secret: values.DOUYIN_SECRET }
        : undefined,
    douyinLocal:
      values.DOUYIN_LOCAL === undefined
        ? demo && values.NODE_ENV !== 'production'
        : values.DOUYIN_LOCAL === 'on',
    captcha: values.CAPTCHA === 'on',
    secretKey: values.SECRET_KEY,
    otherSecretKeys: values.OTHER_SECRET_KEYS,
    appKeys: new Map(
      values.APP_KEYS.map(pair => {
        const at = pair.indexOf(':');
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
    ),
    publicUrl: values.PUBLIC_URL === undefined ? undefined : new URL(values.PUBLIC_URL).origin,
    trustedProxies: values.TRUSTED_PROXIES,
    outsideHosts: values.OUTSIDE_HOSTS,
    outsideAgent: values.OUTSIDE_AGENT,
    openDocs: values.DOCS === 'open',
    signOn: values.SIGN_ON,
    logLevel: values.LOG_LEVEL,
    role: values.ROLE,
    node: `${hostname()}:${process.pid}`,
  };
}

import { isSecretName, maskForLog } from '@yikao/model/rules/mask.ts';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { countingFaults } from './repeated-faults.ts';
import { inSources } from './source-lines.ts';
import { terminalLines } from './terminal-lines.ts';

/** The process's log: one method a level, each with an object of facts and a sentence. */
export type Logger = pino.Logger;

/** Limits of a log line: levels and members of an object, and characters of a text. */
const most = { depth: 6, members: 50, text: 8_000 } as const;

/** A value in loggable form, see {@link hiding}. */
function hide(value: unknown, depth: number = most.depth): unknown {
  if (typeof value === 'string') return maskForLog(value.slice(0, most.text));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (depth === 0) return '…';
  // A database error contains the refused values in its own members.
  if (value instanceof Error) {
    const told = pino.stdSerializers.err(value);
    return hide({ ...told, stack: inSources(told.stack) }, depth);
  }
  if (Array.isArray(value)) return value.slice(0, most.members).map(item => hide(item, depth - 1));
  if (Buffer.isBuffer(value)) return `${value.length} bytes`;
  const told: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value).slice(0, most.members)) {
    const secret = isSecretName(name) && member !== null && member !== undefined;
    told[name] = secret ? '[hidden]' : hide(member, depth - 1);
  }
  return told;
}

/**
 * Keeps passwords, tokens, cookies, captcha and message codes out of every line, by their names at any depth, and
 * personal numbers and tokens out of every text, including an error's message and stack (domain 0.7, 16). The bindings
 * of child loggers are not checked: use them only for names of our own.
 */
export const hiding = {
  formatters: { log: facts => hide(facts) as Record<string, unknown> },
  // The error was already serialised.
  serializers: { err: told => told },
  hooks: {
    logMethod(args, method) {
      const [first, ...rest] = args as unknown[];
      // A lone error supplies the line's message, which could no longer be masked after pino reads it.
      const given = first instanceof Error ? [{ err: first }, first.message, ...rest] : [first, ...rest];
      const told = given.map(part => (typeof part === 'string' ? maskForLog(part) : part));
      // The same arguments the method was called with, with changed texts.
      method.apply(this, told as Parameters<typeof method>);
    },
  },
} satisfies Pick<pino.LoggerOptions, 'formatters' | 'serializers' | 'hooks'>;

/**
 * Creates the logger of a process: JSON lines on standard output in production, or if it is not a terminal; short
 * readable lines in a terminal. Secrets are replaced by `[hidden]`, personal numbers masked, and repeated faults of the
 * database or disk counted.
 */
export function createLogger(config: Pick<Config, 'production' | 'logLevel' | 'node' | 'role'>): Logger {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: { node: config.node, role: config.role },
    timestamp: pino.stdTimeFunctions.isoTime,
    ...hiding,
    hooks: { logMethod: countingFaults(hiding.hooks.logMethod) },
  };
  if (!config.production && process.stdout.isTTY) return pino(options, terminalLines(process.stdout));
  return pino(options, pino.destination({ fd: 1, sync: false }));
}

/** A logger without output, for tests and for tools that print their own lines. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}

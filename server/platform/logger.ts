import { pino } from 'pino';
import type { Config } from './config.ts';
import { terminalLines } from './terminal-lines.ts';

/** The process's log: one method a level, each with an object of facts and a sentence. */
export type Logger = pino.Logger;

/**
 * Fields whose value never reaches a log, wherever a request, a body or an error carries them. The list is by
 * name, one and two levels deep, because pino compiles paths and has no "anywhere".
 */
const secret = [
  'password',
  'oldPassword',
  'newPassword',
  'token',
  'patchca',
  'access-token',
  'authorization',
  'cookie',
];
/** The redaction of every log of this program. */
export const hidden = {
  paths: secret.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  censor: '[hidden]',
};

/**
 * Makes the logger of a process: JSON lines on standard output in production, or when that is not a terminal;
 * short readable lines in a terminal. Passwords, tokens and captcha answers are replaced by `[hidden]`.
 */
export function createLogger(config: Pick<Config, 'production' | 'logLevel' | 'node' | 'role'>): Logger {
  const options: pino.LoggerOptions = {
    level: config.logLevel,
    base: { node: config.node, role: config.role },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: hidden,
  };
  if (!config.production && process.stdout.isTTY) return pino(options, terminalLines(process.stdout));
  return pino(options, pino.destination({ fd: 1, sync: false }));
}

/** A logger that says nothing, for tests and for tools that print their own lines. */
export function silentLogger(): Logger {
  return pino({ level: 'silent' });
}

import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the settings', () => {
  test('need nothing: embedded database, loopback, demo rows, captcha', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      filesUrl: undefined,
      adminPassword: undefined,
      demo: true,
      captcha: true,
      logLevel: 'info',
      role: 'all',
    });
  });

  test('a variable that is empty counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test('demo rows are off on a server unless asked for', () => {
    const DATABASE_URL = 'postgres://u:p@db:5432/yikao';
    expect(readConfig({ DATABASE_URL }).demo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true);
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
  });

  test('all problems are told at once, each with its variable', () => {
    const read = () =>
      readConfig({ PORT: '70000', ROLE: 'boss', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' });
    expect(read).toThrow(ConfigError);
    try {
      read();
    } catch (error) {
      const problems = error instanceof ConfigError ? error.problems.map(({ variable }) => variable) : [];
      expect(problems.toSorted()).toEqual(['DATABASE_URL', 'LOG_LEVEL', 'PORT', 'ROLE']);
      expect(String(error)).toContain('DATABASE_URL: must look like postgres://');
    }
  });

  test('the captcha cannot be switched off in production', () => {
    expect(() => readConfig({ CAPTCHA: 'off', NODE_ENV: 'production' })).toThrow(/CAPTCHA: cannot be off/);
    expect(readConfig({ CAPTCHA: 'off' }).captcha).toBe(false);
  });

  test('a node that only answers or only works needs a server to share', () => {
    expect(() => readConfig({ ROLE: 'web' })).toThrow(/ROLE: .*DATABASE_URL/);
    expect(readConfig({ ROLE: 'web', DATABASE_URL: 'postgres://u@h/d' }).role).toBe('web');
  });
});

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

  test('identity providers are read from one variable, and need to know where people are sent back to', () => {
    const one = {
      key: 'corp',
      issuer: 'https://id.example.cn',
      clientId: 'yikao',
      labelZh: '企业账号',
      labelEn: 'Company account',
    };
    const PUBLIC_URL = 'https://yikao.example.cn/';
    const read = (list: unknown) => () => readConfig({ PUBLIC_URL, SIGN_ON: JSON.stringify(list) });
    expect(read([one])()).toMatchObject({
      publicUrl: 'https://yikao.example.cn',
      signOn: [{ ...one, match: 'email', secondFactor: 'here', clientAuth: 'basic' }],
    });
    expect(readConfig({}).signOn).toEqual([]);
    expect(() => readConfig({ SIGN_ON: JSON.stringify([one]) })).toThrow(/PUBLIC_URL: must be set/);
    expect(() => readConfig({ PUBLIC_URL, SIGN_ON: 'corp' })).toThrow(/SIGN_ON: must be a JSON array/);
    expect(read([one, one])).toThrow(/same key/);
    expect(read([{ ...one, issuer: 'http://id.example.cn' }])).toThrow(/issuer must be an https/);
    expect(read([{ ...one, issuer: 'http://127.0.0.1:9000' }])).not.toThrow();
    expect(read([{ ...one, clientID: 'x' }])).toThrow(/SIGN_ON/);
    expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow(/SECRET_KEY: must have 32/);
    expect(() => readConfig({ PUBLIC_URL: 'https://a.cn/app' })).toThrow(/PUBLIC_URL: must have no path/);
  });

  test('hosts that may be fetched although they are inner are named one by one, and none by itself', () => {
    expect(readConfig({}).outsideHosts).toEqual([]);
    expect(readConfig({ OUTSIDE_HOSTS: 'cms.example.cn, 10.0.3.8:8080' }).outsideHosts).toEqual([
      'cms.example.cn',
      '10.0.3.8:8080',
    ]);
    for (const wrong of ['http://a.cn', 'a.cn/x', 'u@a.cn', '*.a.cn', 'a.cn:99999']) {
      expect(() => readConfig({ OUTSIDE_HOSTS: wrong })).toThrow(/OUTSIDE_HOSTS/);
    }
    expect(() => readConfig({ OUTSIDE_AGENT: 'Yikao\r\nx: y' })).toThrow(/OUTSIDE_AGENT/);
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

import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { hiding } from './logger.ts';
import { terminalLines } from './terminal-lines.ts';

/** The text that was written to the stream. */
function collector() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}

describe('the log', () => {
  test('never shows a password, a token or a captcha answer, wherever it stands', () => {
    const { stream, text } = collector();
    const logger = pino(hiding, stream);
    logger.info(
      { password: 'p-1', body: { oldPassword: 'p-2', patchca: 'p-3', userName: 'admin' } },
      'login',
    );
    logger.info({ req: { headers: { 'access-token': 'p-4', cookie: 'p-5', host: 'example' } } }, 'call');
    expect(text()).not.toMatch(/p-\d/);
    expect(text()).toContain('admin');
    expect(text()).toContain('example');
    expect(text()).toContain('[hidden]');
  });

  test('hides what is secret at any depth, in errors too', () => {
    const { stream, text } = collector();
    const logger = pino(hiding, stream);
    logger.warn(
      { session: { smsCode: 'p-1' }, a: { b: { c: { d: { apiSecret: 'p-2', list: [{ pwd: 'p-3' }] } } } } },
      'deep',
    );
    logger.error({ err: Object.assign(new Error('x'), { request: { Cookie: 'p-4' } }) }, 'failed');
    expect(text()).not.toMatch(/p-\d/);
  });

  test('masks the numbers of people in every text, also in what a database says it did not take', () => {
    const { stream, text } = collector();
    const logger = pino(hiding, stream);
    const error = Object.assign(new Error('No room for 13800001234'), {
      detail: 'Failing row contains (7, li@example.com, 110101200801011234).',
      cause: new Error('since 13800001234'),
    });
    logger.error(error);
    logger.error({ err: error, rows: 13_800_001_234 }, 'Failed for 13800001234');
    expect(text()).not.toMatch(
      /li@example|110101200801011234|of 13800001234|for 13800001234|since 13800001234/,
    );
    expect(text()).toContain('138****1234');
    for (const line of text().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ level: 50 });
  });

  test('in a terminal is one line a record: time, level, sentence, facts, and an error with its stack', () => {
    const { stream, text } = collector();
    const logger = pino({ timestamp: pino.stdTimeFunctions.isoTime }, terminalLines(stream));
    logger.info({ rows: 3, table: 'school' }, 'Imported');
    logger.error({ err: new Error('Broken') }, 'Failed');
    const [first = '', second = '', third = ''] = text().split('\n');
    expect(first).toMatch(/^\d\d:\d\d:\d\d .*info.* Imported rows=3 table=school$/);
    expect(second).toMatch(/error.* Failed/);
    expect(third).toBe('Error: Broken');
  });
});

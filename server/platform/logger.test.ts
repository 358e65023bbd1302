import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { hidden } from './logger.ts';
import { terminalLines } from './terminal-lines.ts';

/** What is written to the stream, as text. */
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
    const logger = pino({ redact: hidden }, stream);
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

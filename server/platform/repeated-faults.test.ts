import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hiding } from './logger.ts';
import { countingFaults } from './repeated-faults.ts';

/** A logger that counts faults, and its lines so far. */
function counted() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const hooks = { logMethod: countingFaults(hiding.hooks.logMethod) };
  return { logger: pino({ ...hiding, hooks }, stream), lines };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const lost = () => Object.assign(new Error('terminating connection'), { code: '57P02' });

describe('the log of an outage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('tells the first fault whole and then one line a second with the number of each kind', () => {
    const { logger, lines } = counted();
    for (let second = 0; second < 3; second += 1) {
      for (let at = 0; at < 15; at += 1)
        logger.child({ reqId: at }).error({ err: refused() }, 'request failed');
      logger.warn({ err: lost() }, 'A database connection was lost');
      vi.advanceTimersByTime(1_000);
    }
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({ msg: 'request failed', err: { stack: expect.any(String) } });
    expect(lines.slice(1).map(line => line.faults)).toEqual([
      { databaseAway: 14, databaseLost: 1 },
      { databaseAway: 15, databaseLost: 1 },
      { databaseAway: 15, databaseLost: 1 },
    ]);
    expect(JSON.stringify(lines.slice(1))).not.toContain('stack');
  });

  test('tells the next outage whole again', () => {
    const { logger, lines } = counted();
    logger.error({ err: refused() }, 'request failed');
    vi.advanceTimersByTime(2_000);
    logger.error({ err: refused() }, 'request failed');
    expect(lines.map(line => line.msg)).toEqual(['request failed', 'request failed']);
  });

  test('keeps every line that has facts of its own, and every error that is no fault', () => {
    const { logger, lines } = counted();
    for (let at = 0; at < 5; at += 1) {
      logger.error({ err: refused(), audit: { at } }, 'A line of the audit log could not be written');
      logger.error({ err: new TypeError('x is undefined') }, 'request failed');
    }
    expect(lines).toHaveLength(10);
  });
});

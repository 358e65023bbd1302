import { describe, expect, it } from 'vitest';
import { isAway, isDoubtful, retryAfterOf } from './signs.ts';

const ours = { status: 503, ours: true, retryAfter: 5 } as const;
const proxys = { status: 502, ours: false, retryAfter: null } as const;

describe('an answer that something is away', () => {
  it('tells a server that cannot work from a call that cannot be served', () => {
    expect(isAway(proxys)).toBe(true);
    expect(isAway({ ...proxys, status: 503 })).toBe(true);
    expect(isAway({ ...ours, reason: 'databaseAway' })).toBe(true);
    expect(isAway({ ...ours, retryAfter: null, reason: 'smsFailed' })).toBe(false);
    expect(isAway({ ...ours, reason: 'storeAway' })).toBe(false);
    expect(isAway({ status: 507, ours: true, retryAfter: 60, reason: 'diskFull' })).toBe(false);
    expect(isAway({ status: 500, ours: true, retryAfter: null, reason: 'internal' })).toBe(false);
  });

  it('leaves no doubt of a change that the server says it has not begun', () => {
    expect(isDoubtful(proxys)).toBe(true);
    expect(isDoubtful({ ...ours, reason: 'databaseLost' })).toBe(true);
    for (const reason of ['databaseAway', 'databaseBusy', 'shuttingDown'])
      expect(isDoubtful({ ...ours, reason })).toBe(false);
    expect(isDoubtful({ status: 507, ours: true, retryAfter: 60 })).toBe(false);
  });

  it('takes seconds to wait, and no dates', () => {
    expect(retryAfterOf('5')).toBe(5);
    expect(retryAfterOf(null)).toBeNull();
    expect(retryAfterOf('Wed, 21 Oct 2026 07:28:00 GMT')).toBeNull();
  });
});

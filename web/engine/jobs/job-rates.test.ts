import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { describe, expect, it } from 'vitest';
import { sampled } from './job-rates.ts';

const job = (id: number, done: number, status = 'processing') => ({ id, done, status }) as JobRow; // all that is read

describe('sampled', () => {
  it('tells rows a second from two looks at a job', () => {
    const first = sampled(new Map(), [job(1, 0)], 1_000);
    expect(first.get(1)?.rate).toBeUndefined();
    expect(sampled(first, [job(1, 5_000)], 3_000).get(1)?.rate).toBe(2_500);
  });

  it('keeps the rate while nothing new is known', () => {
    const first = sampled(new Map(), [job(1, 0)], 0);
    const second = sampled(first, [job(1, 1_000)], 1_000);
    expect(sampled(second, [job(1, 1_000)], 2_000).get(1)?.rate).toBe(1_000);
  });

  it('forgets jobs that have ended', () => {
    const first = sampled(new Map(), [job(1, 0)], 0);
    expect(sampled(first, [job(1, 10, 'success')], 1_000).size).toBe(0);
  });
});

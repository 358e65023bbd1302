import { describe, expect, it } from 'vitest';
import { outcomeOf, showsProgress } from './job-view.ts';

describe('outcomeOf', () => {
  const job = {
    op: 'import',
    status: 'fail',
    cancelled: false,
    dryRun: false,
    done: 50,
    total: 50,
    successNum: 44,
    failNum: 6,
    undoState: 'none',
  } as const;

  it('calls a job failed only when nothing of it landed, whatever word the wire has for that', () => {
    expect(outcomeOf({ ...job, status: 'processing' })).toBe('processing');
    expect(outcomeOf({ ...job, status: 'success', failNum: 0, successNum: 50 })).toBe('done');
    expect(outcomeOf(job)).toBe('partly');
    expect(outcomeOf({ ...job, op: 'batchDelete' })).toBe('partly');
    expect(outcomeOf({ ...job, successNum: 0, failNum: 50 })).toBe('failed');
    expect(outcomeOf({ ...job, status: '文件损坏', successNum: 0, done: 0, total: null })).toBe('failed');
  });

  it('calls a file that was begun and not finished a failure', () => {
    expect(outcomeOf({ ...job, op: 'export', failNum: 0 })).toBe('failed');
  });

  it('calls a job undone once all of it was taken back', () => {
    expect(outcomeOf({ ...job, undoState: 'done' })).toBe('undone');
    expect(outcomeOf({ ...job, undoState: 'partly' })).toBe('partly');
  });

  it('calls a check done when it came to the end, with errors too', () => {
    expect(outcomeOf({ ...job, dryRun: true })).toBe('checked');
    expect(outcomeOf({ ...job, dryRun: true, successNum: 0, failNum: 50 })).toBe('checked');
    expect(outcomeOf({ ...job, dryRun: true, status: 'success' })).toBe('checked');
    expect(outcomeOf({ ...job, op: 'check', status: 'success' })).toBe('checked');
    expect(outcomeOf({ ...job, dryRun: true, done: 20, total: null })).toBe('failed');
    expect(outcomeOf({ ...job, dryRun: true, done: 0, total: null, successNum: 0, failNum: 0 })).toBe(
      'failed',
    );
  });

  it('tells what was stopped from what failed', () => {
    expect(outcomeOf({ ...job, cancelled: true })).toBe('cancelled');
    expect(outcomeOf({ ...job, cancelled: true, dryRun: true })).toBe('cancelled');
  });
});

describe('showsProgress', () => {
  const createTime = '2026-01-31 08:00:00';
  const after = (minutes: number) => Date.parse('2026-01-31T08:00:00+08:00') + minutes * 60_000;

  it('shows it for the first thirty minutes of a running job, in Asia/Shanghai time', () => {
    expect(showsProgress({ status: 'processing', createTime }, after(29.9))).toBe(true);
    expect(showsProgress({ status: 'processing', createTime }, after(30))).toBe(false);
  });

  it('does not show it once the job has ended', () => {
    expect(showsProgress({ status: 'success', createTime }, after(1))).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { showsProgress, stateOf } from './job-view.ts';

describe('stateOf', () => {
  it('calls every word it does not know a failure', () => {
    expect(stateOf({ status: 'processing' })).toBe('processing');
    expect(stateOf({ status: 'success' })).toBe('success');
    expect(stateOf({ status: 'fail' })).toBe('fail');
    expect(stateOf({ status: '文件损坏' })).toBe('fail');
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

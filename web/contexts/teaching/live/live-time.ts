import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../engine/api/server-clock.ts';

/** Milliseconds between two moves of a timer. */
const tickMs = 1_000;

/** Hours, minutes and seconds from one time to another, `1:02:03`. */
function lengthOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** The time since a room went live, moving each second; undefined without one. */
export function useLiveTime(startTime: string | undefined): string | undefined {
  const [, tick] = useState(0);
  useEffect(() => {
    if (startTime === undefined) return;
    const timer = setInterval(() => tick(n => n + 1), tickMs);
    return () => clearInterval(timer);
  }, [startTime]);
  return startTime === undefined ? undefined : lengthOf(serverNow() - shanghaiInstant(startTime).getTime());
}

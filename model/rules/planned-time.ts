import { type Label, label } from '../kernel/label.ts';
import { readShanghai } from './times.ts';

/** Days ahead that something may be planned for. */
const mostDays = 366;

/** Milliseconds that a planned time may be past when it arrives: people choose it, read on, and then confirm. */
const lateMs = 300_000;

/**
 * The reason why nothing can be planned for a time, `YYYY-MM-DD HH:mm:ss` in Shanghai: it does not exist, is past, or
 * lies more than a year ahead. Undefined for one that is fine.
 */
export function plannedTimeFault(time: string, now: Date): Label | undefined {
  const at = readShanghai(time)?.getTime();
  if (at === undefined) return label(`没有这个时间：${time}`, `There is no such time: ${time}`);
  if (at < now.getTime() - lateMs)
    return label(
      '时间已过，请选择以后的时间；立即执行请留空',
      'This time is past: choose a later one, or leave it empty for now',
    );
  return at > now.getTime() + mostDays * 86_400_000
    ? label('时间太远，请选择一年以内的时间', 'This time is more than a year ahead')
    : undefined;
}

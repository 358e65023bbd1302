import { shanghaiInstant, shanghaiTime } from '../../../rules/data-year.ts';

/** Hours of Shanghai in which nothing is sent, from the first to before the second; the same twice for none. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** The earliest instant from `at` on that lies outside the quiet hours. */
export function outsideQuiet(at: Date, { from, to }: QuietHours): Date {
  const hour = Number(shanghaiTime(at).slice(11, 13));
  const quiet = from <= to ? hour >= from && hour < to : hour >= from || hour < to;
  if (!quiet) return at;
  const opens = (day: Date) =>
    shanghaiInstant(`${shanghaiTime(day).slice(0, 10)} ${String(to).padStart(2, '0')}:00:00`);
  const today = opens(at);
  return today > at ? today : opens(new Date(at.getTime() + 86_400_000));
}

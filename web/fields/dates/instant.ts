import dayjs from 'dayjs';

/** A minute, as people see it in lists and forms. */
export const minuteForm = 'YYYY-MM-DD HH:mm';
/** An instant as stored. */
export const instantForm = `${minuteForm}:ss`;

/**
 * The instant of a minute: the stored one if it shows that minute, so that its seconds survive a form that hides them;
 * else the first second, or the last one if days include their end.
 */
export function instantOf(minute: string, stored: string, endsDay: boolean): string {
  if (stored.startsWith(minute)) return stored;
  return `${minute}:${endsDay && minute.endsWith('23:59') ? '59' : '00'}`;
}

/** The days that an appointment is usually made for. */
export const soonDays = ['tomorrow', 'inThreeDays', 'nextMonday'] as const;

/** A day of {@link soonDays}. */
export type SoonDay = (typeof soonDays)[number];

/** Hour of the appointments that {@link soonTime} offers: the beginning of work. */
const soonHour = '09:00';

/** The instant of such a day, at nine in the morning, as seen at `now`, an instant as stored. */
export function soonTime(day: SoonDay, now: string): string {
  const today = dayjs(now.slice(0, 10));
  // Sunday is the last day of a week.
  const untilMonday = 8 - (today.day() || 7);
  const days = { tomorrow: 1, inThreeDays: 3, nextMonday: untilMonday }[day];
  return `${today.add(days, 'day').format('YYYY-MM-DD')} ${soonHour}:00`;
}

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

/** A minute, as people see it in lists and forms. */
export const minuteForm = 'YYYY-MM-DD HH:mm';
/** An instant, as it is stored. */
export const instantForm = `${minuteForm}:ss`;

/**
 * The instant that a minute stands for: the stored one where it shows that minute, so that its seconds outlive a form
 * that does not show them; else the first second, or the last one where a day is to its end.
 */
export function instantOf(minute: string, stored: string, endsDay: boolean): string {
  if (stored.startsWith(minute)) return stored;
  return `${minute}:${endsDay && minute.endsWith('23:59') ? '59' : '00'}`;
}

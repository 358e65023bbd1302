import dayjs from 'dayjs';

/** Days, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

/** The last days up to today, as the calls begin with. */
export function lastDays(count = 30): Days {
  const today = dayjs();
  return {
    startDate: today.subtract(count - 1, 'day').format('YYYY-MM-DD'),
    endDate: today.format('YYYY-MM-DD'),
  };
}

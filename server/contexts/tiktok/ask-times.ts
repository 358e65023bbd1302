import { shanghaiInstant, shanghaiTime } from '@yikao/model/rules/data-year.ts';

/** Least and most milliseconds between two questions about a row. */
const askMs = { least: 10_000, most: 3_600_000 } as const;

/** The time of the first question, some seconds after a submission was taken. */
export const firstAsk = (now: Date, seconds: number) =>
  shanghaiTime(new Date(now.getTime() + seconds * 1_000));

/** The time of the next question about a submission: seldomer the longer it waits, as notices come anyway. */
export function laterAsk(submitTime: string | null, now: Date): string {
  const since = submitTime === null ? 0 : now.getTime() - shanghaiInstant(submitTime).getTime();
  const wait = Math.min(Math.max(since, askMs.least), askMs.most);
  return shanghaiTime(new Date(now.getTime() + wait));
}

/** Days counted from a date; a day past the end of its month runs on into the next. */
export class Days {
  readonly #first: number;

  constructor(year: number, month: number, day: number) {
    this.#first = Date.UTC(year, month - 1, day);
  }

  #on(offset: number): Date {
    return new Date(this.#first + offset * 86_400_000);
  }

  /** The day `offset` days later at `time`, as wall time. */
  at(offset: number, time: string): string {
    return `${this.#on(offset).toISOString().slice(0, 10)} ${time}`;
  }

  /** The day `offset` days later in Chinese notation: 1月6日. */
  label(offset: number): string {
    const date = this.#on(offset);
    return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日`;
  }
}

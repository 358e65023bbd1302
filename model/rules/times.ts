/*
 * The one reader of times that come from outside. `Date.parse` and `new Date(text)` roll 31 February over to March, take
 * the zone of the machine for a time without one, and read what nobody wrote; a check refuses them elsewhere.
 */

const dayMs = 86_400_000;

/** China's distance from UTC, `+08:00`; it has had no summer time since 1991. */
const shanghai = 8 * 60;

const two = (n: number | string) => String(n).padStart(2, '0');

/** The parts of a time, `month` from 1. */
interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

/** The instant of a number of milliseconds since 1970. */
export function instantOf(ms: number): Date {
  return new Date(ms);
}

/** The instant of a time `offset` minutes ahead of UTC; undefined if there is no such day or time. */
function existing(
  { year, month, day, hour = 0, minute = 0, second = 0 }: Parts,
  offset: number,
): Date | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  if (year < 1000 || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return new Date(time.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1_000);
}

/** A day as `YYYY-MM-DD`; undefined if there is no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  return existing({ year, month, day }, 0) && `${year}-${two(month)}-${two(day)}`;
}

const wallTime = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?$/;

/** The instant of `YYYY-MM-DD` or `YYYY-MM-DD HH:mm[:ss]` in Shanghai; undefined if it does not exist. */
export function readShanghai(text: string): Date | undefined {
  const match = wallTime.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(part => Number(part ?? 0));
  return existing({ year, month, day, hour, minute, second }, shanghai);
}

/** Midnight of a day `YYYY-MM-DD` in UTC, for arithmetic with days. Throws `RangeError` if there is no such day. */
export function utcDay(day: string): Date {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? readShanghai(day) : undefined;
  if (!at) throw new RangeError(`No such day: ${day}`);
  return new Date(at.getTime() + shanghai * 60_000);
}

/** A day moved by a number of days. Throws as {@link utcDay}. */
export function dayPlus(day: string, count: number): string {
  return new Date(utcDay(day).getTime() + count * dayMs).toISOString().slice(0, 10);
}

/** Minutes ahead of UTC of a zone such as `Z`, `GMT`, `+08:00`, `-0500`; China's for `CST`. Undefined for an unknown one. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (hours !== undefined) {
    const ahead = Number(hours) * 60 + Number(minutes);
    return ahead > 14 * 60 || Number(minutes) > 59 ? undefined : sign === '-' ? -ahead : ahead;
  }
  return zones[zone.toUpperCase()];
}

/** The zones of RFC 822, with Chinese time for CST: what is read here is written in China. */
const zones: Readonly<Record<string, number>> = {
  ...{ Z: 0, UT: 0, UTC: 0, GMT: 0, CST: shanghai, CCT: shanghai, BJT: shanghai, HKT: shanghai },
  ...{ EST: -300, EDT: -240, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420, JST: 540, KST: 540 },
};

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{0,2})?)?$/i;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const rfc822 =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*[\s-](\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([a-z]{1,4}|[+-]\d{2}:?\d{2})?$/i;

/** The parts of a time in ISO form or in that of RFC 822, and its zone; undefined for any other text. */
function partsOf(text: string): (Parts & { readonly zone: string | undefined }) | undefined {
  const plain = text.trim();
  const number = (part: string | undefined) => Number(part ?? 0);
  const found = iso.exec(plain);
  if (found) {
    const [, year, month, day, hour, minute, second, zone] = found;
    return {
      ...{ year: number(year), month: number(month), day: number(day), hour: number(hour) },
      ...{ minute: number(minute), second: number(second), zone },
    };
  }
  const [, day, name = '', written = '', hour, minute, second, zone] = rfc822.exec(plain) ?? [];
  if (day === undefined) return undefined;
  return {
    year: written.length === 2 ? 2000 + Number(written) : Number(written),
    month: months.indexOf(name.toLowerCase()) + 1,
    ...{ day: Number(day), hour: number(hour), minute: number(minute), second: number(second), zone },
  };
}

/**
 * The instant of a time that names its zone, in ISO form (`2026-03-01T08:30:00+08:00`) or in that of RFC 822 and HTTP
 * (`Tue, 03 Nov 2026 23:30:00 GMT`). Undefined without a zone, and for a day or time that does not exist.
 */
export function readInstant(text: string): Date | undefined {
  const parts = partsOf(text);
  const offset = parts?.zone === undefined ? undefined : offsetOf(parts.zone);
  return parts && offset !== undefined ? existing(parts, offset) : undefined;
}

/** As {@link readInstant}; a time without a zone is China's (domain 0.7, 35). */
export function readChinaTime(text: string): Date | undefined {
  const parts = partsOf(text);
  const offset = parts && (parts.zone === undefined ? shanghai : offsetOf(parts.zone));
  return parts && offset !== undefined ? existing(parts, offset) : undefined;
}

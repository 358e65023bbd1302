/** The parts of a ticket number (domain 4.3). */
export interface TicketParts {
  readonly dataYear: number;
  /** GB/T 2260 code of the province, such as 430000. */
  readonly provinceId: number;
  readonly examNo: number;
  readonly areaNo: number;
  /** Place in the order of the area, 1 the first; patterns with `{nnnnn}` need it. */
  readonly sequence?: number;
  /** Patterns with `{rrr}` and `{ss}` need room and seat. */
  readonly roomNo?: number;
  readonly seatNo?: number;
}

/** Pattern of numbers independent of seats (domain H8). */
export const sequentialPattern = '{yy}{pp}{ee}{aa}{nnnnn}';

/** Pattern whose numbers contain the seat. */
export const seatPattern = '{yy}{pp}{ee}{aa}{rrr}{ss}';

/** Characters that a ticket number may have. */
export const ticketNumberMax = 16;

const tokens = {
  yy: ({ dataYear }: TicketParts) => padded(dataYear % 100, 2),
  pp: ({ provinceId }: TicketParts) => padded(Math.floor(provinceId / 10_000), 2),
  ee: ({ examNo }: TicketParts) => padded(examNo, 2),
  aa: ({ areaNo }: TicketParts) => padded(areaNo, 2),
  nnnnn: ({ sequence }: TicketParts) => padded(sequence, 5),
  rrr: ({ roomNo }: TicketParts) => padded(roomNo, 3),
  ss: ({ seatNo }: TicketParts) => padded(seatNo, 2),
} as const;

type Token = keyof typeof tokens;

function padded(value: number | undefined, width: number): string {
  if (value === undefined)
    throw new RangeError('The pattern tells of something that the candidate does not have yet');
  return String(value).padStart(width, '0');
}

/** The faults of a pattern; `alike`: two candidates could get the same number. */
export type PatternFault = 'unknown' | 'tooLong' | 'alike';

const tokenPattern = /\{([a-z]+)\}/g;

/** Parts of a pattern: texts and tokens, or undefined for an unknown token or invalid characters. */
function tokensOf(pattern: string): readonly Token[] | undefined {
  const names = [...pattern.matchAll(tokenPattern)].map(([, name = '']) => name);
  const rest = pattern.replaceAll(tokenPattern, '');
  if (!/^[A-Z0-9]*$/.test(rest) || !names.every(name => Object.hasOwn(tokens, name))) return undefined;
  return names as Token[];
}

/** Reports whether the pattern's numbers contain the seat, so that they are assigned after seating (domain 4.3). */
export function isSeatPattern(pattern: string): boolean {
  return pattern.includes('{rrr}') || pattern.includes('{ss}');
}

/**
 * The fault of a pattern, or undefined. Numbers are unique within an exam if the pattern contains the area, and either
 * the sequence in it, or room and seat.
 */
export function patternFault(pattern: string): PatternFault | undefined {
  const names = tokensOf(pattern);
  if (!names) return 'unknown';
  const has = (name: Token) => names.includes(name);
  const alone = has('aa') && (has('nnnnn') || (has('rrr') && has('ss')));
  if (!alone) return 'alike';
  const width =
    pattern.replaceAll(tokenPattern, '').length + names.reduce((sum, name) => sum + name.length, 0);
  return width > ticketNumberMax ? 'tooLong' : undefined;
}

/** The number of a candidate by a pattern. Throws a RangeError if a part the pattern needs is not given. */
export function ticketNumber(pattern: string, parts: TicketParts): string {
  return pattern.replaceAll(tokenPattern, (whole, name: string) =>
    Object.hasOwn(tokens, name) ? tokens[name as Token](parts) : whole,
  );
}

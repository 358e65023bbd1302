import type { IssueCode, IssueParams } from '../../kernel/validate/issues.ts';
import { checkLetter, codeLength, isActivationCode, plainCode } from '../../rules/activation-code.ts';
import { cronFault } from '../../rules/cron.ts';
import { formulaFault } from '../../rules/formula/evaluate.ts';
import { faultText } from '../../rules/formula/fault.ts';
import { checkCharacter, readIdNumber } from '../../rules/id-number.ts';
import { passwordAllowed } from '../../rules/password.ts';
import { readLevels, readYearWeights } from '../../rules/probability.ts';
import { readableLetters } from '../../rules/readable-code.ts';
import { readLayout, readPlaces } from '../../rules/room-layout.ts';
import { patternFault } from '../../rules/ticket-number.ts';
import { readTieOrder, tieOrderText } from '../../rules/tie-order.ts';

/** A text format: its test, the message for other texts, and examples. */
export interface TextFormat {
  readonly fits: (text: string) => boolean;
  /** The message for a text that does not fit. */
  readonly code: IssueCode;
  /** Parameters that complete the message, such as the position of the error. */
  readonly told?: (text: string) => IssueParams;
  /** Normalises the typed text before validation. */
  readonly tidy?: (text: string) => string;
  /** Keeps the text exactly as typed, for values that people must type the same way again. */
  readonly verbatim?: boolean;
  /** A number or address of a person: masked in lists, and searched only by the complete value. */
  readonly personal?: boolean;
  /** The example in a template; undefined if people should not copy it. */
  readonly example?: string;
  /** A text that fits, another one for each number: for tests and seeds. */
  readonly sample: (n: number) => string;
  /** Keyboard of a telephone. */
  readonly inputMode?: 'url' | 'email' | 'numeric';
}

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

/** Sample identity numbers: born in 2008, this many regions on. */
function sampleIdNumber(n: number): string {
  const day = new Date(Date.UTC(2008, 0, 1 + (n % 366))).toISOString().slice(0, 10).replaceAll('-', '');
  const digits = `430102${day}${String(100 + (Math.floor(n / 366) % 900))}`;
  return digits + checkCharacter(digits);
}

/** A sample activation code: a number in the letters of codes, and the check letter. */
function sampleCode(n: number): string {
  let body = '';
  for (let left = n; body.length < codeLength - 1; left = Math.floor(left / readableLetters.length))
    body = readableLetters.charAt(left % readableLetters.length) + body;
  return body + checkLetter(body);
}

/** The formats a text field may name. To add one, add an entry here. */
export const formats = {
  /** An http(s) address. */
  url: {
    fits: matches(/^https?:\/\/[^\s<>"']+$/i),
    code: 'notAUrl',
    example: 'https://www.example.com',
    sample: n => `https://example.com/${n}`,
    inputMode: 'url',
  },
  /** The right answer of a question: more than the signs between its parts. */
  answerKey: {
    fits: matches(/[^\s,，、;；.|/]/),
    code: 'required',
    example: 'A',
    sample: n => 'ABCDEF'.charAt(n % 6),
  },
  /** A host name. */
  host: {
    fits: matches(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i),
    code: 'notAHost',
    example: 'www.example.com',
    sample: n => `h${n}.example.com`,
  },
  /** The name of an account (domain A1). */
  account: {
    fits: matches(/^[A-Za-z][\w.@-]{2,31}$/),
    code: 'badAccount',
    example: 'zhangsan',
    sample: n => `user${n}`,
  },
  email: {
    fits: matches(/^[^\s@<>"'*]+@[^\s@<>"'*]+\.[^\s@<>"'*]+$/),
    code: 'notAnEmail',
    personal: true,
    example: 'name@example.com',
    sample: n => `a${n}@example.com`,
    inputMode: 'email',
  },
  /** An identity number of 18 characters with its check digit and birth date (GB 11643, domain 4.14). */
  idNumber: {
    fits: text => readIdNumber(text) !== undefined,
    code: 'notAnIdNumber',
    tidy: text => text.replace(/[\s-]/g, '').toUpperCase(),
    personal: true,
    example: sampleIdNumber(0),
    sample: sampleIdNumber,
  },
  digits: {
    fits: matches(/^\d+$/),
    code: 'notDigits',
    example: '10001',
    sample: n => String(n).padStart(6, '0'),
    inputMode: 'numeric',
  },
  /** A colour as `#rrggbb`. */
  colour: {
    fits: matches(/^#[0-9a-f]{6}$/),
    code: 'notAColour',
    tidy: text => text.toLowerCase(),
    example: '#222222',
    sample: n => `#${(n % 0x1000000).toString(16).padStart(6, '0')}`,
  },
  /** Capital letters and digits. */
  code: { fits: matches(/^[A-Z0-9]+$/), code: 'notACode', example: 'A001', sample: n => `S${n}` },
  /** An activation code with its check letter (domain 4.12). */
  activationCode: {
    fits: isActivationCode,
    code: 'notAnActivationCode',
    tidy: plainCode,
    sample: n => sampleCode(n),
  },
  /** Quartz text of a scheduled job. */
  cron: {
    fits: text => cronFault(text, new Date()) === undefined,
    code: 'notACron',
    told: text => ({ ...(cronFault(text, new Date()) ?? {}) }),
    example: '0 0 2 * * ?',
    sample: n => `0 0 ${n % 24} * * ?`,
  },
  /** A composite formula (domain 4.7). */
  formula: {
    fits: text => formulaFault(text) === undefined,
    code: 'badFormula',
    told(text) {
      const fault = formulaFault(text);
      return fault ? { position: fault.position, ...faultText(fault) } : {};
    },
    example: 'R*0.5+U*(W/Q)*0.5',
    sample: n => `R*0.5+U*${n}`,
  },
  /** Weights of years, the latest first, with a sum of 1 (domain D12). */
  yearWeights: {
    fits: text => readYearWeights(text) !== null,
    code: 'badWeights',
    example: '0.5,0.3,0.2',
    sample: n => `0.${10 + (n % 40)},0.${90 - (n % 40)}`,
  },
  /** Where the bands of probabilities begin (domain D12). */
  bandLevels: {
    fits: text => readLevels(text) !== null,
    code: 'badLevels',
    example: '0.2,0.5,0.8',
    sample: n => `0.${10 + (n % 20)},0.5,0.8`,
  },
  /** Order of the items that decide between equal scores (同分排序). */
  tieOrder: {
    fits: text => readTieOrder(text) !== null,
    code: 'badTieOrder',
    tidy(text) {
      const read = readTieOrder(text);
      return read ? tieOrderText(read, 'zh') : text;
    },
    example: '专业分>文化分>语数之和>语数最高>外语',
    sample: n => (n % 2 === 0 ? '专业分>文化分>外语' : '文化分>语文>数学'),
  },
  /** Seats of each column of a room (domain 4.2). */
  seatLayout: {
    fits: text => readLayout(text) !== undefined,
    code: 'badLayout',
    tidy: text => text.replaceAll('，', ',').replace(/\s/g, ''),
    example: '6,6,6,6,6',
    sample: n => `6,${1 + (n % 8)}`,
  },
  /** Places of a room by row and column (domain 4.2). */
  seatPlaces: {
    fits: text => readPlaces(text) !== undefined,
    code: 'badPlaces',
    tidy: text => text.replaceAll('，', ',').replace(/\s/g, ''),
    example: '1-1,6-1',
    sample: n => `${1 + (n % 6)}-1`,
  },
  /** Pattern of ticket numbers (domain 4.3). */
  ticketPattern: {
    fits: text => patternFault(text) === undefined,
    code: 'badPattern',
    example: '{yy}{pp}{ee}{aa}{nnnnn}',
    sample: n => `M${n % 100}{aa}{nnnnn}`,
  },
  /** The password of an account (spec section 5). */
  password: {
    fits: passwordAllowed,
    code: 'badPassword',
    verbatim: true,
    sample: n => `Sample-${1_000 + n}`,
  },
} as const satisfies Record<string, TextFormat>;

/** Name of a form that texts have. */
export type FormatName = keyof typeof formats;

/** Returns the format of that name, typed for code that handles all formats. */
export function formatOf(name: FormatName | undefined): TextFormat | undefined {
  return name && formats[name];
}

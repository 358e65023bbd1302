import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isPersonalFile } from '@yikao/model/kernel/field.ts';
import { readIdNumber } from '@yikao/model/rules/id-number.ts';

/** Data worth taking in an answer: the number of rows with a complete number, a picture or a mark of a person, or a secret. */
export interface Revealed {
  /** Rows with any of these. */
  readonly rows: number;
  readonly idNumbers: number;
  readonly mobiles: number;
  readonly pictures: number;
  readonly marks: number;
  /** Rows with a value that the dataset declares as `watched`, such as an answer to a question. */
  readonly secrets: number;
}

/** Several persons' rows; single rows are not logged (SECURITY.md). */
const several = 2;

/** Names of fields that identify a row's person. */
const personKeys: ReadonlySet<string> = new Set(['studentId', 'studentName', 'userId', 'ticketNo', 'idNo']);

/** Names of marks and of places that follow from them. */
const markName = /^(score|totalScore|rankNo|agentRank|secondScore|\w+Score|\w+Rank)$/;

const mobileForm = /^1[3-9]\d{9}$/;

/** The kinds of personal data, each a bit in the mask of a row. */
const bits = { idNumbers: 1, mobiles: 2, pictures: 4, marks: 8, secrets: 16 } as const satisfies Record<
  Exclude<keyof Revealed, 'rows'>,
  number
>;
const kinds = Object.keys(bits) as (keyof typeof bits)[];

/** Names of the fields with pictures and documents of persons, in any answer. */
export function pictureNames(datasets: readonly AnyDataset[]): ReadonlySet<string> {
  return new Set(
    datasets.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => (isPersonalFile(field) ? [name] : [])),
    ),
  );
}

function isPlain(value: object): value is Record<string, unknown> {
  return !(value instanceof Date) && Object.getPrototypeOf(value) === Object.prototype;
}

/** Reports whether a field is a mark; answers have few different names. */
const isMark = memoised(name => markName.test(name));

function memoised(test: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return name => {
    let is = known.get(name);
    if (is === undefined) {
      if (known.size >= 10_000) known.clear();
      is = test(name);
      known.set(name, is);
    }
    return is;
  };
}

const watchedOf = new WeakMap<AnyDataset, ReadonlySet<string>>();
const none: ReadonlySet<string> = new Set();

/** Names of the watched fields of the dataset that a call is about. */
export function watchedNames(dataset: AnyDataset | undefined): ReadonlySet<string> {
  if (!dataset) return none;
  const known =
    watchedOf.get(dataset) ??
    new Set(
      Object.entries(dataset.fields).flatMap(([name, field]) =>
        'watched' in field && field.watched ? [name] : [],
      ),
    );
  watchedOf.set(dataset, known);
  return known;
}

/**
 * Counts the personal data of several persons anywhere in an answer, and the values of `watched` fields; undefined if
 * there is none.
 */
export function revealedBy(
  answer: unknown,
  pictures: ReadonlySet<string>,
  watched: ReadonlySet<string> = none,
): Revealed | undefined {
  const counts = { idNumbers: 0, mobiles: 0, pictures: 0, marks: 0, secrets: 0 };
  let rows = 0;
  // Every answer passes here, so that nothing is allocated for a value.
  const kindOfText = (text: string, name: string): number => {
    if (text.length === 11 && mobileForm.test(text)) return bits.mobiles;
    if (text.length === 18 && readIdNumber(text) !== undefined) return bits.idNumbers;
    return text.startsWith('/') && pictures.has(name) ? bits.pictures : 0;
  };
  /** The kinds that the value reveals of the row around it. */
  const visit = (value: unknown, name: string, ofPerson: boolean): number => {
    if (value === null || value === undefined) return 0;
    if (Array.isArray(value)) {
      let found = 0;
      for (const item of value) found |= visit(item, name, ofPerson);
      return found;
    }
    if (typeof value === 'object' && isPlain(value)) return visitRow(value, ofPerson);
    const mark = ofPerson && isMark(name) ? bits.marks : 0;
    if (typeof value !== 'string') return mark;
    const secret = watched.has(name) && value !== '' ? bits.secrets : 0;
    return mark | secret | kindOfText(value, name);
  };
  const visitRow = (row: Record<string, unknown>, ofPerson: boolean): number => {
    let isPerson = false;
    for (const key in row) if (personKeys.has(key) && row[key] !== null) isPerson = true;
    let found = 0;
    for (const key in row) found |= visit(row[key], key, isPerson || ofPerson);
    if (ofPerson && !isPerson) return found;
    for (const kind of kinds) if (found & bits[kind]) counts[kind] += 1;
    if (found !== 0) rows += 1;
    return 0;
  };
  visit(answer, '', false);
  return rows < several ? undefined : { rows, ...counts };
}

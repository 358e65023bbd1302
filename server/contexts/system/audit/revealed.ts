import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isPersonalFile } from '@yikao/model/kernel/field.ts';
import { readIdNumber } from '@yikao/model/rules/id-number.ts';

/** Personal data in an answer: the number of rows with a complete number, a picture or a mark of a person. */
export interface Revealed {
  /** Rows with any of these. */
  readonly rows: number;
  readonly idNumbers: number;
  readonly mobiles: number;
  readonly pictures: number;
  readonly marks: number;
}

/** Several persons' rows; single rows are not logged (SECURITY.md). */
const several = 2;

/** Names of fields that identify a row's person. */
const personKeys: readonly string[] = ['studentId', 'studentName', 'userId', 'ticketNo', 'idNo'];

/** Names of marks and of places that follow from them. */
const markName = /^(score|totalScore|rankNo|agentRank|secondScore|\w+Score|\w+Rank)$/;

const mobileForm = /^1[3-9]\d{9}$/;

type Kind = Exclude<keyof Revealed, 'rows'>;

/** Names of the fields with pictures and documents of persons, in any answer. */
export function pictureNames(datasets: readonly AnyDataset[]): ReadonlySet<string> {
  return new Set(
    datasets.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, field]) => (isPersonalFile(field) ? [name] : [])),
    ),
  );
}

function isWholeNumber(text: string): Kind | undefined {
  if (text.length === 11 && mobileForm.test(text)) return 'mobiles';
  return text.length === 18 && readIdNumber(text) !== undefined ? 'idNumbers' : undefined;
}

/** Counts the personal data of several persons anywhere in an answer; undefined if there is none. */
export function revealedBy(answer: unknown, pictures: ReadonlySet<string>): Revealed | undefined {
  const counts: Record<Kind, number> = { idNumbers: 0, mobiles: 0, pictures: 0, marks: 0 };
  let rows = 0;
  /** `told` is what the surrounding row has revealed so far. */
  const visit = (value: unknown, told: Set<Kind>, name: string, ofPerson: boolean): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, told, name, ofPerson);
      return;
    }
    if (
      typeof value === 'object' &&
      !(value instanceof Date) &&
      Object.getPrototypeOf(value) === Object.prototype
    ) {
      const entries = Object.entries(value);
      const isPerson = entries.some(([key, one]) => personKeys.includes(key) && one !== null);
      const own = isPerson || !ofPerson ? new Set<Kind>() : told;
      for (const [key, one] of entries) visit(one, own, key, isPerson || ofPerson);
      if (own !== told) {
        for (const kind of own) counts[kind] += 1;
        if (own.size > 0) rows += 1;
      }
      return;
    }
    if (typeof value === 'string') {
      const kind =
        isWholeNumber(value) ?? (pictures.has(name) && value.startsWith('/') ? 'pictures' : undefined);
      if (kind) told.add(kind);
    }
    if (ofPerson && markName.test(name)) told.add('marks');
  };
  visit(answer, new Set(), '', false);
  return rows < several ? undefined : { rows, ...counts };
}

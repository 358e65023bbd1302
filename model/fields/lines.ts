import { z } from 'zod';
import type { Field, LineColumn, LineColumns, LinesField } from '../kernel/field.ts';
import type { Language } from '../kernel/label.ts';
import { isEmpty } from '../kernel/validate/empty.ts';
import { type Issue, issue, issueOf, issueText, refinement } from '../kernel/validate/issues.ts';
import { limits } from '../limits.ts';
import { code } from './code.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import { integer } from './integer.ts';
import type { FieldKindModel } from './kind.ts';
import { money } from './money.ts';
import { shownDecimal } from './parts/decimal-text.ts';
import { decodeText, text } from './text.ts';
import { year } from './year.ts';
import { yesNo } from './yes-no.ts';

/** The kinds that a column may have. */
const columnKinds = { text, integer, decimal, money, year, date, yesNo, code } satisfies {
  [K in LineColumn['kind']]: FieldKindModel<Extract<LineColumn, { kind: K }>>;
};

/** The schema of a column. */
function schemaOf(column: LineColumn): z.ZodType {
  // The map pairs each kind with its own field type; the pairing is lost once `kind` is not known.
  return (columnKinds[column.kind] as unknown as FieldKindModel<Field>).schema(column);
}

/** A line as stored. */
type Line = Readonly<Record<string, unknown>>;

/** A column with its name and the schema of its cells. */
interface Column {
  readonly name: string;
  readonly column: LineColumn;
  readonly schema: z.ZodType;
}

/** The columns in PostgreSQL's order for jsonb keys: short names first. */
function columnsOf(of: LineColumns): Column[] {
  return Object.entries(of)
    .map(([name, column]) => ({ name, column, schema: schemaOf(column) }))
    .sort((a, b) => a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
}

/** The result of reading a line: its canonical values, or its problems. */
function readLine(columns: readonly Column[], raw: Line): { line: Line; issues: Issue[] } {
  const issues: Issue[] = [];
  const cells = columns.map(({ name, column, schema }): [string, unknown] => {
    if (isEmpty(raw[name])) {
      const value = raw[name] === undefined && typeof column.default !== 'function' ? column.default : null;
      if (isEmpty(value) && column.required) issues.push(issue(name, 'required'));
      return [name, value ?? null];
    }
    const parsed = schema.safeParse(raw[name]);
    const [first] = parsed.error?.issues ?? [];
    if (first) issues.push(issueOf(first, name));
    return [name, parsed.data ?? null];
  });
  return { line: Object.fromEntries(cells), issues };
}

/** Most problems reported at once; the rest appear once these are fixed. */
const mostTold = 5;

/** The words for the problems of a table, in a language. */
function toldIn(language: Language, of: LineColumns, issues: readonly Issue[]): string {
  const between = language === 'zh' ? '；' : '; ';
  return issues.map(one => issueText(one, of[one.field]?.label, language)).join(between);
}

/**
 * A small table inside a row. Lines with only blank cells are dropped, so that an empty last line of a form is no
 * error; each problem in another line names that line.
 */
export const lines: FieldKindModel<LinesField> = {
  schema(field) {
    const max = field.max ?? limits.linesMax;
    const columns = columnsOf(field.of);
    return z.array(z.record(z.string(), z.unknown())).transform((raw, context) => {
      const filled = raw.flatMap((line, index) =>
        Object.keys(field.of).some(name => !isEmpty(line[name])) ? [{ line, place: index + 1 }] : [],
      );
      if (filled.length > max) {
        context.addIssue({ code: 'custom', ...refinement('tooMany', { max }) });
        return z.NEVER;
      }
      const read = filled.map(({ line, place }) => ({ place, ...readLine(columns, line) }));
      const wrong = read.filter(({ issues }) => issues.length > 0);
      for (const { place, issues } of wrong.slice(0, 1)) {
        const order = Object.keys(field.of);
        const told = issues
          .toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
          .slice(0, mostTold);
        const values = { line: place, zh: toldIn('zh', field.of, told), en: toldIn('en', field.of, told) };
        context.addIssue({ code: 'custom', ...refinement('inLine', values) });
      }
      // Each column was parsed by its own schema.
      return wrong.length > 0 ? z.NEVER : (read.map(({ line }) => line) as never);
    });
  },
  decode: (_, cell) => decodeText(cell),
  encode: (field, value, language) => linesText(field, value, language),
  format: () => 'text',
  width: () => 40,
};

/** A cell of a line as people read it; '' for a blank one. */
export function cellOfLine(column: LineColumns[string], value: unknown, language: Language): string {
  if (isEmpty(value)) return '';
  // The value is canonical, as the column's kind requires.
  if (column.kind === 'code') return String(code.encode(column, value as never, language));
  if (column.kind === 'yesNo') return String(yesNo.encode(column, value as never, language));
  if (column.kind === 'decimal') return shownDecimal(column, String(value));
  return String(value);
}

/** The lines as text, one per line; '' if there are none. */
export function linesText(field: LinesField, lines: readonly Line[], language: Language): string {
  return lines.map(line => lineText(field.of, line, language)).join('\n');
}

/** A line in words: `项目：画材，金额：120.00`. */
function lineText(of: LineColumns, line: Line, language: Language): string {
  const zh = language === 'zh';
  const told = Object.entries(of).flatMap(([name, column]) => {
    const text = cellOfLine(column, line[name], language);
    return text === '' ? [] : [`${column.label[language]}${zh ? '：' : ': '}${text}`];
  });
  return told.join(zh ? '，' : ', ');
}

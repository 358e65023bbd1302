import type { ImportPreview } from '@yikao/model/calls/import-columns.ts';
import { cellText } from '@yikao/model/kernel/validate/cell.ts';
import type { SheetRow } from '../../../excel/index.ts';
import { plainHeader } from './column-match.ts';
import { filled, type Heading, headingOf, type Known, texts } from './heading.ts';
import type { PreviewAnswer } from './preview.ts';
import type { ValueWords } from './value-words.ts';
import { isOwnSheet } from './workbook-sheets.ts';

type FileTable = ImportPreview['tables'][number];

/** Share of the shown table's headers from which on another table is one of its kind. */
const alike = 0.5;

/**
 * The tables of a file: the one shown first, then those further down in its sheet, then those of other sheets with most
 * of its headers. Empty if there is only one.
 */
export function fileTables(
  found: PreviewAnswer,
  heading: Heading,
  known: Known,
  words: ValueWords,
): FileTable[] {
  const nameOf = (sheet: number) => found.sheets[sheet]?.name ?? '';
  const tableOf = (sheet: number, of: Heading, titles: readonly string[]): FileTable => {
    const title = titles.filter(text => text !== '').join(' ');
    return {
      sheet,
      name: nameOf(sheet),
      headerRow: of.first,
      headerRows: of.rows.length === 2 ? 2 : 1,
      title: title.slice(0, 120),
      // A title is more reliable than the sheet's name, which programs set too.
      values: { ...words.saidBy([nameOf(sheet)]), ...words.saidBy(titles) },
    };
  };
  const own = namesOf(heading);
  const isAlike = (of: Heading) => {
    const names = namesOf(of);
    return [...own].filter(name => names.has(name)).length >= own.size * alike;
  };
  const further = found.further.flatMap(rows => {
    const start = rows.find(row => row.number > heading.last && isHeadingOf(row, rows, known));
    if (!start) return [];
    const next = headingOf(rows, undefined, { headerRow: start.number }, known);
    if (!next || next.first <= heading.last || !isAlike(next)) return [];
    const titles = titlesOf(rows, next.first);
    const repeatsShown = titles.every(title => (heading.titles ?? []).includes(title));
    return sameNames(namesOf(next), own) && repeatsShown ? [] : [tableOf(found.sheet, next, titles)];
  });
  const beside = found.others.flatMap(({ sheet, rows }) => {
    if (isOwnSheet({ name: nameOf(sheet) })) return [];
    const next = headingOf(rows, undefined, {}, known);
    return next && isAlike(next) ? [tableOf(sheet, next, next.titles ?? [])] : [];
  });
  const others = [...further, ...beside];
  return others.length === 0 ? [] : [tableOf(found.sheet, heading, heading.titles ?? []), ...others];
}

function isHeadingOf(row: SheetRow, rows: readonly SheetRow[], known: Known): boolean {
  const count = filled(row.cells);
  if (count < 2) return false;
  const isSure = (of: SheetRow) =>
    known.likely(of.cells) >= 2 && known.likely(of.cells) * 2 >= filled(of.cells);
  // Of a heading of two rows the upper one may have no header of a field at all.
  const below = rows.find(({ number }) => number === row.number + 1);
  return (
    isSure(row) ||
    (below !== undefined &&
      /\p{L}/u.test(texts(below.cells).join('')) &&
      isSure(below) &&
      count < filled(below.cells))
  );
}

function titlesOf(rows: readonly SheetRow[], first: number): string[] {
  return rows
    .filter(({ number, cells }) => number < first && filled(cells) === 1)
    .flatMap(({ cells }) => texts(cells).filter(text => text !== ''));
}

function namesOf(heading: Heading): Set<string> {
  return new Set(heading.cells.map(cell => plainHeader(cellText(cell))).filter(name => name !== ''));
}

function sameNames(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(name => other.has(name));
}

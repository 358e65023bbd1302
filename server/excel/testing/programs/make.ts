/**
 * Lets spreadsheet programs write random workbooks, and stores them with the meaning of each cell in
 * `../../samples/programs.zip`: `node server/excel/testing/programs/make.ts [seed]`, with python3 (openpyxl and
 * xlsxwriter) and ssconvert (Gnumeric) on the path; LibreOffice is included if soffice is.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipOf } from '../zip.ts';
import { type Meant, meantRows, type Writing } from './expected.ts';
import { type PlannedWorkbook, planWorkbook } from './plan.ts';
import { type SheetJsForm, writeWithExceljs, writeWithHucre, writeWithSheetjs } from './write.ts';

const seed = Number(process.argv[2] ?? 1);
const folder = mkdtempSync(join(tmpdir(), 'yikao-programs-'));
const meant = new Map<string, Meant[][]>();
let made = 0;

const full: Writing = { kept: 'values', calculates: false, merges: true };
const texts: Writing = { kept: 'texts', calculates: true, merges: false };

function plans(program: string, count: number, ending: string, unknownResults = true): PlannedWorkbook[] {
  return Array.from({ length: count }, (_, index) => {
    made++;
    return planWorkbook(`${program}-${index + 1}.${ending}`, seed * 10_000 + made, unknownResults);
  });
}

function expect(plan: PlannedWorkbook, writing: Writing): void {
  meant.set(plan.name, meantRows(plan, writing));
}

function run(command: string, args: readonly string[], input?: string): boolean {
  const { status, stderr, error } = spawnSync(command, [...args], { input, encoding: 'utf8' });
  if (status === 0) return true;
  console.error(`${command}: ${error?.message ?? stderr}`);
  return false;
}

function withPython(program: 'openpyxl' | 'xlsxwriter', count: number): PlannedWorkbook[] {
  const all = plans(program, count, 'xlsx');
  const script = fileURLToPath(new URL('write.py', import.meta.url));
  if (!run('python3', [script, program, folder], JSON.stringify(all))) throw new Error(`No ${program}`);
  for (const plan of all) {
    // openpyxl never stores a result; xlsxwriter merges only if it keeps the whole sheet in memory.
    const rows = program === 'openpyxl' ? plan.rows.map(row => row.map(withoutResult)) : plan.rows;
    expect({ ...plan, rows }, { ...full, merges: program === 'openpyxl' || !plan.inline });
  }
  return all;
}

type AnyCell = PlannedWorkbook['rows'][number][number];

function withoutResult(cell: AnyCell): AnyCell {
  return cell?.kind === 'formula' ? { ...cell, known: false } : cell;
}

/** Files converted by another program from the existing ones. */
function converted(
  sources: readonly PlannedWorkbook[],
  program: string,
  ending: string,
  writing: Writing,
  convert: (sources: readonly string[], ending: string, target: (source: string) => string) => void,
): void {
  const nameOf = (source: string) => `${program}-${source.replace(/\.\w+$/, '')}.${ending}`;
  const names = sources.map(({ name }) => name);
  convert(names, ending, nameOf);
  for (const plan of sources) {
    const name = nameOf(plan.name);
    if (existsSync(join(folder, name))) expect({ ...plan, name }, writing);
  }
}

const gnumericForms: Readonly<Record<string, string>> = {
  xls: 'Gnumeric_Excel:excel_biff8',
  xlsx: 'Gnumeric_Excel:xlsx',
};

function withGnumeric(sources: readonly string[], ending: string, target: (source: string) => string): void {
  for (const source of sources) {
    run('ssconvert', [
      '--recalc',
      '-T',
      gnumericForms[ending] ?? '',
      join(folder, source),
      join(folder, target(source)),
    ]);
  }
}

const sheetJsForms: readonly (readonly [SheetJsForm, string, number, Writing])[] = [
  ['xlsx', 'xlsx', 24, full],
  ['biff8', 'xls', 36, full],
  ['xlml', 'xls', 20, full],
  ['csv', 'csv', 12, texts],
  ['txt', 'csv', 8, texts],
];

/** SheetJS supports the 1904 date system only in workbooks, and truncates the texts of an xls. */
function asSheetJsWrites(plan: PlannedWorkbook, form: SheetJsForm): PlannedWorkbook {
  if (form === 'xlsx') return plan;
  const date1904 = form === 'biff8' && plan.date1904;
  const short = (cell: AnyCell): AnyCell =>
    cell?.kind === 'text' ? { ...cell, text: cell.text.slice(0, 255) } : cell;
  return { ...plan, date1904, rows: plan.rows.map(row => row.map(short)) };
}

const openpyxl = withPython('openpyxl', 40);
withPython('xlsxwriter', 36);
for (const plan of plans('exceljs', 30, 'xlsx')) {
  await writeWithExceljs(plan, join(folder, plan.name));
  expect(plan, full);
}
for (const [form, ending, count, writing] of sheetJsForms) {
  for (const planned of plans(`sheetjs-${form}`, count, ending, form === 'xlsx')) {
    const plan = asSheetJsWrites(planned, form);
    writeWithSheetjs(plan, join(folder, plan.name), form);
    expect(plan, writing);
  }
}
for (const plan of plans('hucre', 12, 'xlsx', false)) {
  await writeWithHucre(plan, join(folder, plan.name));
  const rows = plan.rows.map(row =>
    row.map((cell): AnyCell => (cell?.kind === 'number' ? { ...cell, format: 'General' } : cell)),
  );
  expect({ ...plan, rows }, { ...full, merges: false });
}
converted(openpyxl.slice(0, 20), 'gnumeric', 'xls', { ...full, calculates: true }, withGnumeric);
converted(openpyxl.slice(20, 36), 'gnumeric', 'xlsx', { ...full, calculates: true }, withGnumeric);
if (process.argv.includes('--libreoffice')) {
  const withLibreOffice = (
    sources: readonly string[],
    ending: string,
    target: (source: string) => string,
  ) => {
    const filter = ending === 'xls' ? 'xls:MS Excel 97' : 'xlsx:Calc MS Excel 2007 XML';
    const into = mkdtempSync(join(tmpdir(), 'yikao-programs-'));
    run('soffice', [
      '--headless',
      '--convert-to',
      filter,
      '--outdir',
      into,
      ...sources.map(one => join(folder, one)),
    ]);
    for (const one of readdirSync(into)) {
      const source = sources.find(name => name.replace(/\.\w+$/, '') === one.replace(/\.\w+$/, ''));
      if (source) writeFileSync(join(folder, target(source)), readFileSync(join(into, one)));
    }
    rmSync(into, { recursive: true });
  };
  converted(openpyxl.slice(0, 12), 'libreoffice', 'xls', { ...full, calculates: true }, withLibreOffice);
  converted(openpyxl.slice(12, 24), 'libreoffice', 'xlsx', { ...full, calculates: true }, withLibreOffice);
}

const files = Object.fromEntries([...meant.keys()].map(name => [name, readFileSync(join(folder, name))]));
const zip = zipOf({ ...files, 'meant.json': JSON.stringify(Object.fromEntries(meant)) });
writeFileSync(new URL('../../samples/programs.zip', import.meta.url), zip);
rmSync(folder, { recursive: true });
console.log(`${meant.size} workbooks, ${zip.length} bytes`);

/**
 * Breaks workbooks in many small ways and reads them: each must end in rows or in a `WorkbookError`, never in
 * another error, a crash or a hang. Every case follows from its number, so one that fails can be run again.
 *
 *   node server/excel/testing/fuzz.ts [cases] [first]
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openWorkbook, WorkbookError } from '../index.ts';
import { biffStream, biffText, f8, ole2With, u2, u4 } from './biff.ts';
import { xlsxParts } from './xlsx.ts';
import { zipOf } from './zip.ts';

/** After this long without a case ending, the child hangs. The largest mutant reads in well under a second. */
const hangMs = 30_000;

/** A small generator of evenly spread numbers (mulberry32): the same seed, the same numbers. */
function randomOf(seed: number): (bound: number) => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return bound => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

type Random = (bound: number) => number;

const sample = (name: string): Buffer => readFileSync(new URL(`../samples/${name}`, import.meta.url));

/** Fragments with a meaning in the formats, inserted where they do not belong. */
const pieces = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '&',
  '&#',
  '&#x110000;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '<!DOCTYPE x>',
  '<row>',
  '</row>',
  '<c t="s">',
  '</c>',
  '<v>',
  '</v>',
  '<is>',
  '</sheetData>',
  'r="XFD1048576"',
  's="99999"',
  '_x0000_',
  '\r',
  '\0',
  '\ufeff',
  '1e999',
];

function mutateBytes(source: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(source);
  for (let change = 1 + random(6); change > 0; change--) {
    const at = random(bytes.length + 1);
    const length = 1 + random(random(4) === 0 ? 2000 : 8);
    switch (random(7)) {
      case 0:
        if (at < bytes.length) bytes[at] = random(256);
        break;
      case 1:
        if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << random(8));
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
        break;
      case 3:
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          Buffer.from(pieces[random(pieces.length)]!),
          bytes.subarray(at),
        ]);
        break;
      case 4:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - length))]);
        break;
      case 5:
        // Sizes and offsets take four bytes; missing checks show at the extremes.
        if (at + 4 <= bytes.length)
          bytes.writeUInt32LE([0, 1, 0x7fffffff, 0xfffffffe, 0xffffffff, bytes.length][random(6)]!, at);
        break;
      default:
        if (random(8) === 0) bytes = Buffer.from(bytes.subarray(0, at));
    }
  }
  return bytes;
}

const xlsxSource = xlsxParts({
  rows: Array.from(
    { length: 40 },
    (_, index) =>
      `<row r="${index + 1}"><c r="A${index + 1}" t="s"><v>${index % 3}</v></c><c r="B${index + 1}" s="1"><v>${45_000 + index}.5</v></c><c t="inlineStr"><is><r><t>文 &amp; ${index}</t></r><rPh><t>x</t></rPh></is></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v>s</v></c></row>`,
  ).join(''),
  strings: '<si><t>甲</t></si><si><r><t>乙 </t></r><r><t>_x000D_</t></r></si><si/>',
  styles:
    '<numFmts><numFmt numFmtId="200" formatCode="yyyy&quot;年&quot;m"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>',
});

const xlsSource = biffStream({
  globals: [
    [0x00e0, Buffer.concat([u2(0, 14), Buffer.alloc(16)])],
    [0x00fc, Buffer.concat([u4(2, 2), biffText('甲乙'), u2(4), Buffer.from([0]), Buffer.from('ab')])],
    [0x003c, Buffer.concat([Buffer.from([1]), Buffer.from('中文', 'utf16le')])],
  ],
  sheets: [
    {
      records: Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0
          ? ([0x00fd, Buffer.concat([u2(index, 0, 0), u4(index % 3 === 0 ? 0 : 1)])] as const)
          : ([0x0203, Buffer.concat([u2(index, 1, 0), f8(45_000.5)])] as const),
      ),
    },
  ],
});

const csvSource = Buffer.from(
  '\ufeff院校,"名 ""称""",值\r\n0001,中央美术学院,1.5\r\n"两\n行",\'=1,\r\n'.repeat(20),
);

/**
 * The bytes of a test case: a damaged file, or a file with a part that was damaged and packed again so that it is
 * reached.
 */
function mutant(number: number): Buffer {
  const random = randomOf(number);
  switch (random(8)) {
    case 0:
      return mutateBytes(sample('libreoffice.xlsx'), random);
    case 1:
      return mutateBytes(zipOf(xlsxSource), random);
    case 2:
    case 3: {
      const names = Object.keys(xlsxSource);
      const name = names[random(names.length)]!;
      return zipOf({ ...xlsxSource, [name]: mutateBytes(Buffer.from(xlsxSource[name] as string), random) });
    }
    case 4:
      return mutateBytes(sample('libreoffice.xls'), random);
    case 5:
      return mutateBytes(ole2With('Workbook', xlsSource), random);
    case 6:
      return ole2With('Workbook', mutateBytes(xlsSource, random));
    default:
      return mutateBytes(csvSource, random);
  }
}

/** Reads the cases from `first` on and prints the number of each as it ends. */
async function runCases(first: number, count: number): Promise<void> {
  const path = join(tmpdir(), `yikao-fuzz-${process.pid}`);
  const ends = new Map<string, number>();
  try {
    for (let number = first; number < first + count; number++) {
      writeFileSync(path, mutant(number));
      const end = await readCase(path);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      console.log(`case ${number}`);
    }
  } finally {
    rmSync(path);
  }
  console.log(JSON.stringify(Object.fromEntries(ends)));
}

async function readCase(path: string): Promise<string> {
  try {
    const workbook = await openWorkbook(path);
    try {
      for (const { index } of workbook.sheets) for await (const _ of workbook.rows(index));
    } finally {
      await workbook.close();
    }
    return 'rows';
  } catch (error) {
    if (error instanceof WorkbookError) return error.code;
    throw error;
  }
}

/** Runs the cases in a child, so that a crash or a hang is seen and named. */
function watchCases(first: number, count: number): Promise<void> {
  return new Promise(resolve => {
    const self = fileURLToPath(import.meta.url);
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=512', self, '--run', String(first), String(count)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let last = first - 1;
    let output = '';
    const hung = (): void => {
      console.error(`case ${last + 1} hangs`);
      child.kill('SIGKILL');
    };
    let timer = setTimeout(hung, hangMs);
    child.stdout.on('data', (chunk: Buffer) => {
      clearTimeout(timer);
      timer = setTimeout(hung, hangMs);
      output += chunk.toString();
      const lines = output.split('\n');
      output = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('case ')) last = Number(line.slice(5));
        else console.log(line);
      }
    });
    child.on('close', code => {
      clearTimeout(timer);
      if (code !== 0) {
        console.error(`case ${last + 1} failed`);
        process.exitCode = 1;
      }
      resolve();
    });
  });
}

if (process.argv[2] === '--run') await runCases(Number(process.argv[3]), Number(process.argv[4]));
else await watchCases(Number(process.argv[3] ?? 1), Number(process.argv[2] ?? 10_000));

/**
 * Reads and writes a workbook of 200,000 rows and 15 columns with our reader and writer, hucre, exceljs and SheetJS:
 * each in a separate process, the median of three runs, with total time and peak memory. Then reads each one's output
 * with every reader and compares every cell with the original.
 *
 *   node bench/excel.ts [rows]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkReading, countReading, type LibraryName, libraries, writeWith } from './excel-libraries.ts';

const runs = 3;
const self = fileURLToPath(import.meta.url);

type Task = 'write' | 'writeShared' | 'read' | 'check';

interface Outcome {
  readonly seconds: number;
  /** Of all threads. On a busy machine this is more informative than the elapsed time. */
  readonly cpuSeconds: number;
  readonly megabytes: number;
  /** The child's finding: a checksum, or the number of cells that differ. */
  readonly answer: string;
}

const [task, library, path, rowsText] = process.argv.slice(2);
if (task?.startsWith('--'))
  await runChild(task.slice(2) as Task, library as LibraryName, path!, Number(rowsText));
else await compare(Number(task ?? 200_000));

/** Runs one task in this process; the arguments are those of {@link measure}. */
async function runChild(name: Task, using: LibraryName, file: string, rows: number): Promise<void> {
  let answer: string;
  if (name === 'write' || name === 'writeShared') {
    await writeWith(using, file, rows, name === 'writeShared');
    answer = 'written';
  } else if (name === 'read') answer = await countReading(using, file);
  else answer = `${await checkReading(using, file, rows)} wrong cells`;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.log(
    JSON.stringify({ answer, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }),
  );
}

function measure(name: Task, using: LibraryName, file: string, rows: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=8192', self, `--${name}`, using, file, String(rows)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        // As in production: the types of our sources are stripped once and not at every start.
        env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'yikao-bench-compile-cache') },
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', code => {
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      if (code !== 0)
        resolve({ seconds, cpuSeconds: Number.NaN, megabytes: Number.NaN, answer: `failed with ${code}` });
      else resolve({ seconds, ...(JSON.parse(output) as Omit<Outcome, 'seconds'>) }); // printed by runChild
    });
  });
}

/** Three runs with each library, in turns, so that load on the machine affects all of them; returns the medians. */
async function middles(name: Task, file: (using: LibraryName) => string, rows: number): Promise<Outcome[]> {
  const outcomes: Outcome[][] = libraries.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const [index, using] of libraries.entries()) {
      outcomes[index]!.push(await measure(name, using, file(using), rows));
    }
  }
  return outcomes.map(all => all.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(runs / 2)]!);
}

async function compare(rows: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
  try {
    const fileOf = (using: LibraryName): string => join(folder, `${using}.xlsx`);
    const shared = join(folder, 'shared.xlsx');
    await measure('writeShared', 'hucre', shared, rows);
    console.log(`${rows.toLocaleString('en')} rows x 15 columns, Node ${process.versions.node}\n`);
    console.log('| task | with | seconds | rows/s | against ours | CPU seconds | peak memory | result |');
    console.log('|---|---|---|---|---|---|---|---|');
    const table: [string, Task, (using: LibraryName) => string][] = [
      ['write', 'write', fileOf],
      ['read, inline strings', 'read', () => fileOf('ours')],
      ['read, shared strings', 'read', () => shared],
    ];
    for (const [title, name, file] of table) {
      const outcomes = await middles(name, file, rows);
      for (const [index, { seconds, cpuSeconds, megabytes, answer }] of outcomes.entries()) {
        const using = libraries[index]!;
        const ratio = seconds / outcomes[0]!.seconds;
        const written = name === 'write' && answer === 'written';
        const size = written ? `${((await stat(file(using))).size / 1e6).toFixed(1)} MB` : answer;
        console.log(
          `| ${title} | ${using} | ${seconds.toFixed(2)} | ${Math.round(rows / seconds).toLocaleString('en')} | ${ratio.toFixed(1)} x | ${cpuSeconds.toFixed(2)} | ${megabytes.toFixed(0)} MB | ${size} |`,
        );
      }
    }
    console.log(
      '\n| every cell compared | of ours | of hucre | of hucre, shared | of exceljs | of SheetJS |',
    );
    console.log('|---|---|---|---|---|---|');
    for (const using of libraries) {
      const answers: string[] = [];
      for (const file of [fileOf('ours'), fileOf('hucre'), shared, fileOf('exceljs'), fileOf('sheetjs')]) {
        answers.push((await measure('check', using, file, rows)).answer);
      }
      console.log(`| read by ${using} | ${answers.join(' | ')} |`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Online exams over a PostgreSQL server: an import of questions with all checks beside one of the exam calendar, a paper
 * drawn from a large bank, and candidates who answer while lines break and the node is killed.
 *
 *   node bench/exams.ts [candidates] [seconds] [--questions 10000] [--bank 100000] [--only bank|load]
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { drawQuestions } from '@yikao/server/contexts/exam/papers/draw-paper.ts';
import type { Engine } from '@yikao/server/engine/engine.ts';
import { findJob } from '@yikao/server/engine/jobs/lifecycle/job.ts';
import { startImport } from '@yikao/server/engine/jobs/start.ts';
import { work } from '@yikao/server/engine/jobs/work.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { createXlsxWriter } from '@yikao/server/excel/index.ts';
import { systemClock } from '@yikao/server/platform/clock.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { createSecrets } from '@yikao/server/platform/secrets.ts';
import { seed } from '@yikao/server/seeds/load.ts';
import { sql } from 'kysely';
import { readNames, schExamType, spreadCategories, writeSheet } from './calendar.ts';
import { type BenchEngine, startEngine } from './engine.ts';
import { load } from './exam/load.ts';
import { percentile } from './measure.ts';

const { values, positionals } = parseArgs({
  options: {
    questions: { type: 'string', default: '10000' },
    bank: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});
const [candidates, seconds] = [Number(positionals[0] ?? 5_000), Number(positionals[1] ?? 600)];

if (values.only !== 'load') await measureBank(Number(values.questions), Number(values.bank));
if (values.only !== 'bank') await load({ candidates, seconds });

/** The import of questions, and papers drawn from a bank. */
async function measureBank(questions: number, bank: number): Promise<void> {
  const bench = await startEngine();
  try {
    const { engine, config } = bench;
    const { db } = engine;
    const logger = silentLogger();
    const firstPassword = { adminPassword: 'Admin123', demo: false };
    await seed({ db, config: firstPassword, clock: systemClock, secrets: createSecrets(config), logger });
    await spreadCategories(engine);
    const made = await sql<{ examId: number }>`
      insert into t_online_exam (exam_name, data_year, mode, apply_start, apply_end, exam_start, exam_end, fee,
        exam_state, status)
      values ('测量', 2026, 1, now(), now(), now(), now(), 0, 0, 1) returning exam_id`.execute(db);
    const examId = made.rows[0]?.examId ?? 0;
    const subjects = await sql<{ subjectId: number }>`
      insert into t_exam_subject (exam_id, subject_name, full_score, score_mode, mark_bound, order_num)
      select ${examId}::bigint, name, 100, 2, 2, 0 from unnest(${['导入', '抽题']}::text[]) as name
      returning subject_id`.execute(db);
    const [imported, drawn] = subjects.rows.map(row => row.subjectId);
    if (imported === undefined || drawn === undefined) throw new Error('There are no subjects');

    const [calendar, sheet] = ['calendar', 'questions'].map(name => join(config.dataDir, `${name}.xlsx`));
    if (calendar === undefined || sheet === undefined) throw new Error('There are no sheets');
    await writeSheet(calendar, await readNames(engine), { rows: questions, remark: '测量' });
    await writeQuestions(sheet, questions);
    const other = await importSeconds(bench, schExamType, calendar, questions);
    const own = await importSeconds(bench, registry.question, sheet, questions);
    const perSecond = (took: number) => `${Math.round(questions / took).toLocaleString('en')} rows a second`;
    console.log(
      `${questions} questions imported in ${own.toFixed(1)} s, ${perSecond(own)}; as many rows of the calendar in ` +
        `${other.toFixed(1)} s, ${perSecond(other)}: ratio ${(own / other).toFixed(2)} (aim: at most 1.5)`,
    );

    await sql`
      insert into t_question (exam_id, subject_id, question_type, title, answer, option_a, option_b, score, difficulty,
        order_num, status)
      select ${examId}::bigint, ${drawn}::bigint, 1 + n % 4, '题库第 ' || n || ' 题', 'A', '甲', '乙', 1, 1 + n % 3, 0, 1
      from generate_series(1, ${bank}::integer) as n`.execute(db);
    await sql`vacuum analyze t_question`.execute(db);
    const picks = [1, 2, 3, 4].map(questionType => ({ questionType, difficulty: null, num: 25 }));
    const times: number[] = [];
    for (let turn = 0; turn < 51; turn += 1) {
      const began = performance.now();
      const ids = await drawQuestions(db, drawn, `seed ${turn}`, picks);
      times.push(performance.now() - began);
      if (new Set(ids).size !== 100) throw new Error('The paper has not a hundred questions');
    }
    times.sort((one, next) => one - next);
    console.log(
      `a paper of 100 drawn from ${bank}: median ${percentile(times, 0.5).toFixed(1)} ms, at the longest ` +
        `${Math.max(...times).toFixed(1)} ms (aim: under 50 ms)`,
    );
  } finally {
    await bench.stop();
  }
}

/** Writes choices in the columns A to D, with a judgement and blanks among them. */
async function writeQuestions(path: string, rows: number): Promise<void> {
  const heads = ['考试', '科目', '题型', '题干', 'A', 'B', 'C', 'D', '正确答案', '分值', '难度'];
  const writer = await createXlsxWriter(path, {
    sheets: [{ name: '题库', columns: heads.map(header => ({ header, format: 'general' as const })) }],
  });
  for (let n = 0; n < rows; n++) {
    const title = `第 ${n} 题：下列说法中与材料 ${n % 97} 相符的是`;
    const about = ['测量', '导入'];
    const [kind, ...rest] =
      n % 10 < 6
        ? ['单选', title, '甲说', '乙说', '丙说', '丁说', 'ABCD'[n % 4] ?? 'A']
        : n % 10 < 8
          ? ['多选', title, '甲说', '乙说', '丙说', '丁说', '，Ａ、c']
          : n % 10 === 8
            ? ['判断', title, null, null, null, null, '√']
            : ['填空', `${title}____`, null, null, null, null, `甲 | 乙；${n}`];
    const waiting = writer.row([...about, kind ?? '', ...rest, 2, ['易', '中', '难'][n % 3] ?? '中']);
    if (waiting) await waiting;
  }
  await writer.close();
}

/** Seconds that an import of a sheet takes, whose rows are all new. */
async function importSeconds(
  { engine, workFolder }: BenchEngine,
  dataset: AnyDataset,
  path: string,
  rows: number,
): Promise<number> {
  const by = elevated();
  const { id } = await startImport(engine, dataset, by, 'import', {
    ...{ tableId: dataset.tableId ?? 0, importBatch: '测量', again: true, originName: 'bench.xlsx' },
    filePath: await upload(engine, path),
  });
  const began = performance.now();
  await work({ engine, logger: silentLogger(), workFolder, currentActor: async () => by }, id);
  const took = (performance.now() - began) / 1_000;
  const job = await findJob(engine.db, id);
  if (job?.status !== 'success' || job.insertNum !== rows)
    throw new Error(`The import of ${dataset.name} did something else: ${job?.insertNum} ${job?.message}`);
  return took;
}

async function upload({ files, db }: Engine, path: string): Promise<string> {
  const key = `bench/${crypto.randomUUID()}.xlsx`;
  const { size, sha256 } = await files.put(key, createReadStream(path), { maxBytes: 1024 ** 3 });
  await sql`insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
    values (${`/${key}`}, 'bench.xlsx', ${size}, 'application/octet-stream', ${sha256}, 1, 0)`.execute(db);
  return `/${key}`;
}

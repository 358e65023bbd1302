import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { percentile } from '../measure.ts';
import { ExamNode, type Got } from './node.ts';

/** Milliseconds between two saves of a candidate. */
const saveMs = 15_000;
/** Milliseconds for which a third of the candidates is cut off. */
const cutMs = 60_000;
/** Milliseconds within which everybody hands in. */
const handInMs = 30_000;
/** Milliseconds after which a call that failed is tried again. */
const retryMs = 1_000;

/** An answer on the device of a candidate. */
interface Given {
  readonly applyId: number;
  readonly questionId: number;
  readonly seq: number;
  readonly value: string;
  readonly at: number;
}

/** A candidate with the answers that were not acknowledged yet, and the highest ones that were. */
interface Candidate {
  readonly applyId: number;
  waiting: Given[];
  readonly saved: Map<number, Given>;
  seq: number;
}

/** Times of calls in milliseconds, and calls that failed. */
interface Times {
  readonly took: number[];
  failed: number;
}

/** Adds an exam that is running with a paper of 40 questions, and its candidates. */
async function fill(pool: pg.Pool, candidates: number): Promise<{ examId: number; questions: number[] }> {
  const one = async (text: string, given: unknown[] = []) =>
    Number(Object.values((await pool.query(text, given)).rows[0] ?? {})[0]);
  const examId = await one(
    `insert into t_online_exam (exam_name, data_year, mode, apply_start, apply_end, exam_start, exam_end, fee, exam_state, status)
     values ('测量', 2026, 1, now() - interval '2 days', now() - interval '1 day', now() - interval '1 minute',
       now() + interval '3 hours', 0, 3, 1) returning exam_id`,
  );
  const subjectId = await one(
    `insert into t_exam_subject (exam_id, subject_name, full_score, score_mode, mark_bound, order_num)
     values ($1, '乐理', 100, 2, 2, 0) returning subject_id`,
    [examId],
  );
  const profId = await one(
    `insert into t_exam_prof (exam_id, prof_name, quota, order_num, status) values ($1, '音乐', 0, 0, 1) returning id`,
    [examId],
  );
  const added = await pool.query(
    `insert into t_question (exam_id, subject_id, question_type, title, answer, option_a, option_b, score, difficulty, order_num, status)
     select $1, $2, case when n <= 36 then 1 + n % 4 else 5 end, '第 ' || n || ' 题', case when n <= 36 then 'A' end, '甲', '乙', 2, 2, n, 1
     from generate_series(1, 40) as n returning question_id`,
    [examId, subjectId],
  );
  const questions = added.rows.map(row => Number(row.question_id));
  await pool.query(
    `insert into t_exam_paper (exam_id, subject_id, paper_name, question_ids, question_num, total_score, status)
     values ($1, $2, 'A 卷', $3, 40, 80, 1)`,
    [examId, subjectId, questions],
  );
  await pool.query(
    `insert into t_exam_apply (exam_id, prof_id, student_name, id_no, mobile, audit_status, pay_status, result_flag, ticket_no)
     select $1, $2, '考生' || n, lpad(n::text, 18, '0'), '138' || lpad(n::text, 8, '0'), 2, 2, 0, lpad(n::text, 11, '0')
     from generate_series(1, $3::integer) as n`,
    [examId, profId, candidates],
  );
  return { examId, questions };
}

/** Repeats a call until the node answers it; the time of the last attempt is taken. Throws if it is refused. */
async function insist(times: Times, call: () => Promise<Got>) {
  for (;;) {
    const began = performance.now();
    // A node that is being killed does not answer.
    const got = await call().catch(() => undefined);
    if (got?.status === 200) {
      times.took.push(performance.now() - began);
      return got.data;
    }
    if (got !== undefined && got.status < 500)
      throw new Error(`A call was answered with ${got.status} ${JSON.stringify(got.data)}`);
    times.failed += 1;
    await sleep(retryMs);
  }
}

const times = (): Times => ({ took: [], failed: 0 });

function told(name: string, { took, failed }: Times): string {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => `${percentile(sorted, share).toFixed(0)} ms`;
  return `${name}: ${took.length} calls, p50 ${at(0.5)}, p99 ${at(0.99)}, ${failed} attempts without an answer`;
}

/** Takes over what the node acknowledged. */
function acknowledge(
  candidate: Candidate,
  sent: readonly Given[],
  outcomes: readonly { readonly questionId: number; readonly seq: number; readonly outcome: string }[],
): void {
  for (const [at, answer] of sent.entries()) {
    const outcome = outcomes[at]?.outcome;
    if (outcome !== 'saved' && outcome !== 'older')
      throw new Error(`An answer was ${outcome}, which nobody expects here`);
    const before = candidate.saved.get(answer.questionId);
    if (before === undefined || before.seq < answer.seq) candidate.saved.set(answer.questionId, answer);
  }
  const done = new Set(sent);
  candidate.waiting = candidate.waiting.filter(answer => !done.has(answer));
}

/**
 * Lets candidates answer for some seconds and hand in within half a minute, with a third of them cut off for a minute
 * and the node killed twice, while somebody looks at the lists; then compares every acknowledged answer with the stored
 * one.
 */
export async function load({
  candidates,
  seconds,
}: {
  readonly candidates: number;
  readonly seconds: number;
}): Promise<void> {
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'yikao-bench-'));
  const node = new ExamNode(4_900 + (process.pid % 1_000), postgres.url, folder);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  try {
    await node.start();
    const { examId, questions } = await fill(pool, candidates);
    const found = await pool.query('select apply_id from t_exam_apply order by apply_id');
    const everybody: Candidate[] = found.rows.map(row => ({
      ...{ applyId: Number(row.apply_id), waiting: [], saved: new Map(), seq: 0 },
    }));
    const login = await node.call(
      'POST',
      '/api/admin/login',
      {},
      JSON.stringify({ userName: 'admin', password: 'Admin123', rememberMe: false }),
    );
    const headers = { 'access-token': String(login.data?.token) };

    const [starts, saves, hands, lists] = [times(), times(), times(), times()];
    const began = Date.now();
    const until = began + seconds * 1_000;
    // The third that is cut off, in the middle of the time.
    const cutFrom = began + (seconds * 1_000 - Math.min(cutMs, seconds * 500)) / 2;
    const isCut = (at: number) =>
      at % 3 === 0 && Date.now() >= cutFrom && Date.now() < cutFrom + Math.min(cutMs, seconds * 500);

    const answer = (candidate: Candidate) => {
      for (let count = 1 + (candidate.seq % 3); count > 0; count--) {
        candidate.seq += 1;
        const questionId = questions[(candidate.applyId + candidate.seq * 7) % questions.length] ?? 0;
        const value = 'AB'[candidate.seq % 2] ?? 'A';
        candidate.waiting.push({
          ...{ applyId: candidate.applyId, questionId, seq: candidate.seq, value, at: Date.now() },
        });
      }
    };
    const save = async (candidate: Candidate) => {
      const sent = candidate.waiting.slice(0, 300);
      const data = await insist(saves, () => node.app('answer', { answers: sent, sentAt: Date.now() }));
      acknowledge(candidate, sent, data.outcomes);
    };
    const sit = async (candidate: Candidate, at: number) => {
      await sleep((saveMs * at) / everybody.length);
      await insist(starts, () => node.app('start', { applyId: candidate.applyId }));
      for (let next = Date.now(); Date.now() < until; next += saveMs) {
        answer(candidate);
        if (!isCut(at)) await save(candidate);
        await sleep(Math.max(0, Math.min(next + saveMs, until) - Date.now()));
      }
    };
    let looking = true;
    const look = async () => {
      const paths = ['sitting/list', 'answer/list', 'apply/list', 'exam/progress'];
      for (let turn = 0; looking; turn++) {
        const path = `/api/exam/${paths[turn % paths.length]}?examId=${examId}`;
        await insist(lists, () => node.call('GET', path, headers));
        await sleep(500);
      }
    };
    const killTwice = async () => {
      for (const share of [0.3, 0.7]) {
        await sleep(Math.max(0, began + seconds * 1_000 * share - Date.now()));
        await node.kill();
        await node.start();
      }
    };
    const looks = look();
    await Promise.all([killTwice(), ...everybody.map(sit)]);
    await Promise.all(
      everybody.map(async (candidate, at) => {
        await sleep((handInMs * at) / everybody.length);
        answer(candidate);
        const sent = candidate.waiting.slice(-300);
        const data = await insist(hands, () =>
          node.app('submit', { applyId: candidate.applyId, answers: sent, sentAt: Date.now() }),
        );
        acknowledge(candidate, sent, data.outcomes);
      }),
    );
    looking = false;
    await looks;

    const stored = await pool.query(
      'select apply_id, question_id, seq, value from t_exam_answer where not deleted',
    );
    const rows = new Map(stored.rows.map(row => [`${row.apply_id}:${row.question_id}`, row]));
    let lost = 0;
    let kept = 0;
    for (const { applyId, saved } of everybody)
      for (const [questionId, { seq, value }] of saved) {
        const row = rows.get(`${applyId}:${questionId}`);
        if (row && Number(row.seq) >= seq && (Number(row.seq) > seq || row.value === value)) kept += 1;
        else lost += 1;
      }
    const open = await pool.query('select count(*) as n from t_exam_sitting where submit_time is null');
    console.log(`${candidates} candidates for ${seconds} s, a third cut off, the node killed twice`);
    for (const [name, of] of [
      ['begin', starts],
      ['save', saves],
      ['hand in', hands],
      ['lists', lists],
    ] as const)
      console.log(told(name, of));
    if (lost > 0 || Number(open.rows[0]?.n) > 0) process.exitCode = 1;
    console.log(
      `${kept} acknowledged answers stored, ${lost} lost (aim: 0); ${open.rows[0]?.n} papers not handed in (aim: 0); ` +
        `hand-in p99 ${percentile(
          hands.took.toSorted((one, other) => one - other),
          0.99,
        ).toFixed(0)} ms (aim: under 1,000 ms)`,
    );
  } finally {
    await pool.end();
    await node.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

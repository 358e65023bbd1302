/**
 * A run of the crawler over 1,000 pages of a site on this machine, with an interval of zero, beside a bare fetch of the
 * same pages one after the other: the time at most twice that, and the memory flat. The site answers after some
 * milliseconds, as near sites do; with 0 the bare fetch measures loopback alone, and the run what reading and keeping a
 * page costs.
 *
 *   node bench/crawl.ts [pages] [milliseconds]
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { crawlerTaskSteps } from '@yikao/model/contexts/content/crawler-task.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { findJob } from '@yikao/server/engine/jobs/lifecycle/job.ts';
import { work } from '@yikao/server/engine/jobs/work.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { takeStep } from '@yikao/server/engine/steps/take-step.ts';
import { storeRows } from '@yikao/server/engine/testing/store-rows.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { createFetchOutside } from '@yikao/server/platform/outside/fetch-outside.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';

const pages = Number(process.argv[2] ?? 1_000);
const answerMs = Number(process.argv[3] ?? 10);
const perList = 100;
const lists = Math.ceil(pages / perList);

/** A page of some 40 kB, as sites of schools have them. */
const text = '考生须在规定时间内登录报名系统，如实填写个人信息，并上传近期免冠照片。'.repeat(40);
const page = (n: number) =>
  `<html><head><title>${n}</title></head><body><nav>${'<a href="/">首页</a>'.repeat(400)}</nav>
  <h1>第${n}号公告</h1><div class="text"><p>${text}</p></div></body></html>`;
const list = (n: number) =>
  Array.from({ length: perList }, (_, at) => (n - 1) * perList + at)
    .filter(at => at < pages)
    .map(at => `<li><a href="/a/${at}.html">第${at}号公告</a> 2026-11-03</li>`)
    .join('');

const site = createServer(async (request, response) => {
  if (answerMs > 0) await setTimeout(answerMs);
  const url = request.url ?? '';
  const [, kind, number] = /^\/(a|list)\/(\d+)/.exec(url) ?? [];
  if (kind === undefined) response.writeHead(404).end();
  else {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(kind === 'a' ? page(Number(number)) : list(Number(number)));
  }
});
await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;

const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;

/** Seconds of a bare fetch of the same pages, one after the other. */
async function bareFetch(): Promise<number> {
  const start = performance.now();
  for (let n = 1; n <= lists; n += 1) await (await fetch(`http://${host}/list/${n}`)).text();
  for (let n = 0; n < pages; n += 1) await (await fetch(`http://${host}/a/${n}.html`)).text();
  return (performance.now() - start) / 1_000;
}

const bench = await startEngine();
try {
  const engine = { ...bench.engine, fetchOutside: createFetchOutside({ hosts: [host], agent: 'Yikao/1.0' }) };
  const { db } = engine;
  const by = elevated();
  const [columnId = 0] = await storeRows(engine, registry.column, [{ columnName: '资讯' }], { by });
  const [taskId = 0] = await storeRows(
    engine,
    registry.crawlerTask,
    [
      {
        ...{ taskName: '一千页', startUrl: `http://${host}/list/1`, listSelector: 'li', columnId },
        ...{ contentSelector: '.text', nextPage: `http://${host}/list/{page}`, maxPages: 100, intervalMs: 0 },
      },
    ],
    { by },
  );
  await bareFetch();
  const bare = await bareFetch();
  await takeStep(engine, crawlerTaskSteps, 'start', { keys: taskId, by: { kind: 'person', actor: by } });
  const found = await sql<{ jobId: number }>`
    select job_id from t_crawler_task where task_id = ${taskId}`.execute(db);
  const jobId = found.rows[0]?.jobId ?? 0;
  const seen: number[] = [];
  const watch = setInterval(() => seen.push(memory()), 200);
  const start = performance.now();
  await work(
    { engine, logger: silentLogger(), workFolder: bench.workFolder, currentActor: async () => by },
    jobId,
  );
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(watch);
  const job = await findJob(db, jobId);
  if (job?.insertNum !== pages) throw new Error(`The run kept ${job?.insertNum} pages: ${job?.message}`);
  const early = Math.max(...seen.slice(0, Math.ceil(seen.length / 3)));
  const late = Math.max(...seen.slice(-Math.ceil(seen.length / 3)));
  console.log(
    `bare fetch ${bare.toFixed(2)} s, run ${seconds.toFixed(2)} s, ratio ${(seconds / bare).toFixed(2)}`,
  );
  console.log(`memory: ${early.toFixed(0)} MB in the first third, ${late.toFixed(0)} MB in the last`);
} finally {
  await bench.stop();
  site.close();
}

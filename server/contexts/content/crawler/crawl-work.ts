import { createHash } from 'node:crypto';
import { crawlStatus, selectorState } from '@yikao/model/contexts/content/crawler.codes.ts';
import { crawl } from '@yikao/model/contexts/content/crawler.jobs.ts';
import { crawlerTaskSteps } from '@yikao/model/contexts/content/crawler-task.machine.ts';
import { isWanted, keywordsOf } from '@yikao/model/contexts/content/rules/keywords.ts';
import { selectorFault } from '@yikao/model/contexts/content/rules/selector-health.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { AppError, errorCatalogue } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { JobFailure } from '../../../engine/jobs/lifecycle/failure.ts';
import { waitForRoom } from '../../../engine/jobs/lifecycle/interruption.ts';
import { type Ending, findJob, type Job } from '../../../engine/jobs/lifecycle/job.ts';
import type { JobWork } from '../../../engine/jobs/lifecycle/job-work.ts';
import { reachCheckpoint } from '../../../engine/jobs/lifecycle/rights.ts';
import type { JobContext } from '../../../engine/jobs/work.ts';
import { type Actor, thawActor } from '../../../engine/scope/actor.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { OutsideFailure } from '../../../platform/outside/types.ts';
import { openReader, type Reader } from './reader.ts';
import type { Article, ListItem, Listing } from './reading.ts';
import { nextListUrl, readingRules } from './task-rules.ts';
import { createVisitor, type Visitor } from './visitor.ts';

const { crawlerTask, crawlerResult } = registry;

const taskColumns = [
  ...(['taskId', 'startUrl', 'listSelector', 'titleSelector', 'contentSelector', 'dateSelector'] as const),
  ...(['nextPage', 'maxPages', 'intervalMs', 'keywords', 'crawlStatus', 'selectorState', 'jobId'] as const),
] as const;

type Task = Columns<typeof crawlerTask, (typeof taskColumns)[number]>;

/** Code of a task that runs, and codes of its selectors (domain 0.5). */
const { running } = crawlStatus.is;
const selectors = selectorState.is;

/** Earlier results that the usual length is taken of. */
const usualOf = 50;

/** The sums that go from one page to the next; kept with the job, so that another node takes it up. */
interface Carry {
  /** The list page that is being read, from 1, and its address. */
  readonly page: number;
  readonly url: string;
  /** Items of the first list page; -1 before it was read. */
  readonly items: number;
  readonly read: number;
  readonly missed: number;
  /** Pages that could not be fetched, with the reason of the last one. */
  readonly failed: number;
  readonly lastFault: Label | null;
  /** Set if a feed was cut off; its whole items were read. */
  readonly cut?: boolean;
  readonly lengths: readonly number[];
  readonly usual: { readonly length: number; readonly count: number };
}

/** A run under way. */
interface Run {
  readonly context: JobContext;
  readonly job: Job;
  readonly task: Task;
  readonly actor: Actor;
  readonly visitor: Visitor;
  readonly reader: Reader;
  done: number;
  inserted: number;
  carry: Carry;
}

/** The key of an address among the results (domain L4). */
const urlHash = (url: string): string => createHash('sha256').update(url).digest('hex');

const inBoth = (error: AppError): Label => label(error.text('zh'), error.text('en'));

async function readTask(db: Db, taskId: number): Promise<Task | undefined> {
  const found = await sql<Task>`
    select task_id, start_url, list_selector, title_selector, content_selector, date_selector, next_page, max_pages,
      interval_ms, keywords, crawl_status, selector_state, job_id
    from t_crawler_task where task_id = ${taskId} and not deleted`.execute(db);
  return found.rows[0];
}

async function firstCarry(db: Db, { taskId, startUrl }: Task): Promise<Carry> {
  const found = await sql<{ length: number | null; count: number }>`
    select percentile_cont(0.5) within group (order by r.text_length) as length, count(*)::integer as count
    from (select text_length from t_crawler_result where task_id = ${taskId} and not deleted
      order by id desc limit ${usualOf}) as r`.execute(db);
  const { length = null, count = 0 } = found.rows[0] ?? {};
  return {
    ...{ page: 1, url: startUrl, items: -1, read: 0, missed: 0, failed: 0, lastFault: null, lengths: [] },
    usual: { length: length ?? 0, count },
  };
}

/** Writes a checkpoint, at which a cancelled job, or one whose starter lost the rights, ends. */
async function checkpoint(
  run: Run,
  write: (db: Tx) => Promise<number>,
  rows: number,
  rest: number,
): Promise<void> {
  const { context, job } = run;
  await waitForRoom(context, job);
  run.inserted += await transact(context.engine.db, async db => {
    const inserted = await write(db);
    await reachCheckpoint(context, db, job, {
      ...{ done: run.done + rows, checkpoint: 0, position: run.carry.page, resume: { ...run.carry } },
      ...{ total: run.done + rows + rest, bytesDone: 0, bytesTotal: 0 },
      ...{ inserted, updated: 0, same: 0, failed: 0 },
    });
    return inserted;
  });
  run.done += rows;
}

/** Keeps a page, once: of two tasks that read it at a time the second finds it there. */
async function keep(run: Run, db: Tx, item: ListItem, article: Article): Promise<number> {
  const { context, job, task, actor } = run;
  const hash = urlHash(item.url);
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 0))`.execute(db);
  const known = await sql`select 1 from t_crawler_result where url_hash = ${hash} and not deleted`.execute(
    db,
  );
  if (known.rows.length > 0) return 0;
  const { title, publishDate, textLength, content } = article;
  const row = { urlHash: hash, taskId: task.taskId, title, url: item.url, publishDate, textLength, content };
  await insertRows(context.engine, db, crawlerResult, [row], { by: actor, jobId: job.id });
  return 1;
}

/** The items of a list page that are wanted and were not read before. */
async function freshItems(db: Db, { keywords }: Task, { items }: Listing): Promise<ListItem[]> {
  const words = keywordsOf(keywords);
  const wanted = items.filter(({ title }) => title === '' || isWanted(title, words));
  const hashes = wanted.map(({ url }) => urlHash(url));
  const found = await sql<Columns<typeof registry.crawlerResult, 'urlHash'>>`
    select url_hash from t_crawler_result where url_hash = any(${hashes}::varchar[]) and not deleted`.execute(
    db,
  );
  const known = new Set(found.rows.map(row => row.urlHash));
  return wanted.filter((_, index) => !known.has(hashes[index] ?? ''));
}

/** Reads one item and keeps it; what cannot be read is counted, and tried again by the next run. */
async function readItem(run: Run, item: ListItem, rest: number): Promise<void> {
  const { carry, task, context } = run;
  let article: Article | undefined;
  try {
    const page = await run.visitor.visit(item.url);
    article = await run.reader.article(page, readingRules(task), item, context.engine.clock.now());
  } catch (error) {
    const isOfPage =
      error instanceof OutsideFailure ||
      (error instanceof AppError && ['crawlForbidden', 'crawlUnreadable'].includes(error.code));
    if (!isOfPage) throw error;
    run.carry = { ...carry, failed: carry.failed + 1, lastFault: inBoth(error) };
  }
  const kept = article && isReadable(article) ? article : undefined;
  if (kept) {
    run.carry = { ...carry, read: carry.read + 1, lengths: [...carry.lengths, kept.textLength].slice(-200) };
  } else if (article) {
    run.carry = { ...carry, missed: carry.missed + 1 };
  }
  // A title that the list does not give is looked at now that it is known.
  const wanted = kept && isWanted(kept.title, keywordsOf(task.keywords)) ? kept : undefined;
  await checkpoint(run, async db => (wanted ? keep(run, db, item, wanted) : 0), 1, rest);
}

/** Reports whether a page has what a result needs. */
const isReadable = ({ title, content, textLength }: Article) =>
  title !== '' && content !== '' && content.length <= limits.richText && textLength <= limits.richTextWords;

/** Reads list pages and their items, to the last one. */
async function readPages(run: Run): Promise<void> {
  const { context, task } = run;
  const { db } = context.engine;
  for (;;) {
    const { page, url } = run.carry;
    const fetched = await run.visitor.visit(url);
    const listing = await run.reader.list(fetched, readingRules(task), context.engine.clock.now());
    if (listing.notFeed) {
      throw new JobFailure(
        label(
          '没有填写列表选择器，而该网址也不是 RSS、Atom 或 JSON 订阅源',
          'There is no list selector, and the address is no RSS, Atom or JSON feed',
        ),
      );
    }
    if (listing.cut) run.carry = { ...run.carry, cut: true };
    if (page === 1) run.carry = { ...run.carry, items: listing.items.length };
    const items = await freshItems(db, task, listing);
    for (const [index, item] of items.entries()) await readItem(run, item, items.length - index - 1);
    const next = page < task.maxPages ? nextListUrl(task, listing, page) : undefined;
    if (next === undefined || next === url) return;
    run.carry = { ...run.carry, page: page + 1, url: next };
    await checkpoint(run, async () => 0, 0, 0);
  }
}

const cutFeed = label(
  '订阅源内容不完整，中途断开，只读取了完整的条目',
  'The feed is cut off in the middle; only its whole entries were read',
);

/** Ends the run with what it found: the state of the task, and the words of the job. */
async function conclude(run: Run): Promise<Ending> {
  const { carry, task, context } = run;
  const { engine } = context;
  const newNum = (await findJob(engine.db, run.job.id))?.insertNum ?? run.inserted;
  const fault = selectorFault(carry);
  const nothingCame = carry.read === 0 && carry.missed === 0 && carry.failed > 0 ? carry.lastFault : null;
  const seen = carry.read + carry.missed > 0 || carry.items === 0;
  const selectorState = fault ? selectors.broken : seen ? selectors.fine : task.selectorState;
  const failed = carry.items === 0 ? fault : (nothingCame ?? undefined);
  const by = { kind: 'step', cause: crawl.name } as const;
  const keys = task.taskId;
  if (failed) {
    const given = { newNum, selectorState, errorMsg: failed.zh.slice(0, limits.path) };
    await tryStep(engine, crawlerTaskSteps, 'fail', { keys, by, given });
    return { status: 'fail', message: failed };
  }
  const partly =
    carry.failed > 0 && carry.lastFault
      ? label(
          `${carry.failed} 个页面没有读到：${carry.lastFault.zh}`,
          `${carry.failed} pages could not be read: ${carry.lastFault.en}`,
        )
      : undefined;
  const told = fault ?? partly ?? (carry.cut ? cutFeed : undefined);
  const errorMsg = told?.zh.slice(0, limits.path) ?? null;
  await tryStep(engine, crawlerTaskSteps, 'finish', { keys, by, given: { newNum, selectorState, errorMsg } });
  const sum = label(`新增 ${newNum} 条`, `${newNum} new pages`);
  return {
    status: fault ? 'fail' : 'success',
    message: told ? label(`${sum.zh}。${told.zh}`, `${sum.en}. ${told.en}`) : sum,
  };
}

/** Ends a run that the node had no time for. Its task is not to blame, so the run does not count as a failure. */
async function stopBusy({ context, job, task, inserted }: Run, message: Label): Promise<Ending> {
  const { engine } = context;
  const newNum = (await findJob(engine.db, job.id))?.insertNum ?? inserted;
  const by = { kind: 'step', cause: crawl.name } as const;
  await tryStep(engine, crawlerTaskSteps, 'halt', { keys: task.taskId, by, given: { newNum } });
  return { status: 'fail', message };
}

/** Reads the pages of a task (domain 3.13); see {@link crawl}. A job that is taken up again goes on with its list page. */
async function runCrawl(context: JobContext, job: Job): Promise<Ending> {
  const { engine } = context;
  const task = await readTask(engine.db, crawl.params.parse(job.params).taskId);
  if (task?.crawlStatus !== running || task.jobId !== job.id) {
    // Its last attempt ended the run and died before it could say so.
    return { status: 'success', message: label('运行已结束', 'The run is over') };
  }
  const reader = openReader();
  const run: Run = {
    ...{ context, job, task, actor: thawActor(job.actor), reader, done: job.done, inserted: 0 },
    visitor: createVisitor({ fetchOutside: engine.fetchOutside, intervalMs: task.intervalMs }),
    // Written by an earlier attempt.
    carry: (job.resume as Carry | null) ?? (await firstCarry(engine.db, task)),
  };
  try {
    await readPages(run);
    return await conclude(run);
  } catch (error) {
    if (error instanceof AppError && error.code === 'crawlNodeBusy')
      return await stopBusy(run, inBoth(error));
    if (isSelectorError(error)) {
      throw new JobFailure(
        label(
          '选择器写法有误，无法解析，请修改后重新试抓',
          'A selector cannot be parsed; mend it and try again',
        ),
      );
    }
    throw error;
  } finally {
    await reader.close();
  }
}

/** Reports whether a library could not make sense of a page or a selector; trying again would not help. */
const isSelectorError = (error: unknown) =>
  error instanceof Error && /^A (list|page) could not be read: /.test(error.message);

/** Sets the state of the task of a job that was stopped, or cannot go on. */
async function afterStop(engine: Engine, db: Tx, job: Job): Promise<void> {
  const { taskId } = crawl.params.parse(job.params);
  const [task, ended] = [await readTask(db, taskId), await findJob(db, job.id)];
  if (task?.jobId !== job.id || !ended) return;
  const by = { kind: 'step', cause: crawl.name } as const;
  const newNum = ended.insertNum;
  if (ended.status === 'cancelled') {
    await tryStep(engine, crawlerTaskSteps, 'halt', { keys: taskId, by, given: { newNum }, within: db });
    return;
  }
  const errorMsg = (ended.message || errorCatalogue.internal.zh).slice(0, limits.path);
  const given = { newNum, selectorState: task.selectorState, errorMsg };
  await tryStep(engine, crawlerTaskSteps, 'fail', { keys: taskId, by, given, within: db });
}

/** The work of {@link crawl}. Pages are fetched while no transaction is open; each is kept with a checkpoint. */
export const crawlWork: JobWork = { kind: crawl, run: runCrawl, stopped: afterStop };

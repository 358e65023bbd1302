import { importState, officialKind, syncState } from '@yikao/model/contexts/content/content.codes.ts';
import { officialArticleSteps } from '@yikao/model/contexts/content/official-article.machine.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { outboxStatus } from '@yikao/model/contexts/system/outbox.codes.ts';
import { wordsIn } from '@yikao/model/fields/rich-text.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import { postMessages } from '../../../engine/outbox/post.ts';
import { type Sender, Undeliverable } from '../../../engine/outbox/sender.ts';
import { elevated } from '../../../engine/scope/actor.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db, Tx } from '../../../engine/table/sql.ts';
import { insertRows } from '../../../engine/write/internal-write.ts';
import { transact } from '../../../engine/write/transaction.ts';
import {
  OfficialFailure,
  type OfficialGateway,
  type OfficialItem,
  type OfficialPage,
} from '../../../platform/official/types.ts';
import { credentialsOf } from './credentials.ts';

const outboxIs = codesOf(outboxStatus);
const importIs = codesOf(importState);

const { officialAccounts, officialArticle } = registry;

/** States of a synchronisation, codes of `syncState`. */
const state = syncState.is;

/** Codes of `officialKind` by the vendor's list. */
const kinds = officialKind.is;

/** Tries at a vendor that does not answer, half an hour together; then a person is notified. */
const mostTries = 8;

/** One page that is to be read; `done` messages were read before it. */
const message = z.object({
  accountId: z.int().positive(),
  list: z.enum(['published', 'draft']),
  offset: z.int().min(0),
  done: z.int().min(0),
});

type Page = z.infer<typeof message>;

type Account = Columns<
  typeof officialAccounts,
  'id' | 'appId' | 'columnId' | 'autoFlag' | 'syncState' | 'syncDone' | 'syncTotal' | 'lastSyncTime'
>;

async function findAccount(db: Db, id: number, lock: boolean): Promise<Account | undefined> {
  const found = await sql<Account>`
    select id, app_id, column_id, auto_flag, sync_state, sync_done, sync_total, last_sync_time
    from t_official_accounts where id = ${id} and not deleted ${lock ? sql`for update` : sql``}`.execute(db);
  return found.rows[0];
}

const subjectOf = (accountId: number) => `${officialAccounts.name}:${accountId}`;

function post(engine: Engine, db: Tx, page: Page): Promise<void> {
  const subject = subjectOf(page.accountId);
  return postMessages(engine, db, [{ topic: 'official', subject, content: page }]);
}

/** Reports whether a page of the account waits to be read; without one a synchronisation would never end. */
async function isUnderWay(db: Db, accountId: number): Promise<boolean> {
  const found = await sql`
    select 1 from t_outbox
    where subject = ${subjectOf(accountId)} and outbox_status in (${outboxIs.waiting}, ${outboxIs.sending})
      and not deleted limit 1`.execute(db);
  return found.rows.length > 0;
}

/**
 * Begins to synchronise an account in the caller's transaction; false if that is under way already. The pages are read
 * one after the other by the sender of messages, so that a node that dies loses nothing. Its progress is in columns
 * of the account that are no part of its history.
 */
export async function beginSync(engine: Engine, db: Tx, accountId: number): Promise<boolean> {
  // Locked by a separate statement: the next one then sees the message of a start that was being committed.
  const account = await findAccount(db, accountId, true);
  if (!account || (account.syncState === state.running && (await isUnderWay(db, accountId)))) return false;
  await sql`
    update t_official_accounts
    set sync_state = ${state.running}, sync_done = 0, sync_total = 0, sync_error = null
    where id = ${accountId}`.execute(db);
  await post(engine, db, { accountId, list: 'published', offset: 0, done: 0 });
  return true;
}

/** The articles of a page that the inbox does not have yet. */
async function freshOf(db: Db, accountId: number, { items }: OfficialPage): Promise<OfficialItem[]> {
  const numbers = items.map(({ sourceNo }) => sourceNo);
  const found = await sql<Columns<typeof registry.officialArticle, 'sourceNo'>>`
    select source_no from t_official_article
    where account_id = ${accountId} and source_no = any(${numbers}::varchar[])`.execute(db);
  const known = new Set(found.rows.map(({ sourceNo }) => sourceNo));
  return items.filter(({ sourceNo }) => !known.has(sourceNo) && sourceNo.length <= limits.title);
}

/** Reports whether a text has room in an article; one that has not is left out whole, and cannot be imported. */
const isTextOfOurs = (html: string) =>
  html.length <= limits.richText && wordsIn(html) <= limits.richTextWords;

/** Keeps a page in the inbox, and has the next one read; at the end, imports what is new if the account says so. */
async function keep(engine: Engine, db: Tx, page: Page, read: OfficialPage): Promise<void> {
  const account = await findAccount(db, page.accountId, true);
  // A message that comes again after its page was kept.
  if (account?.syncState !== state.running || account.syncDone !== page.done) return;
  const fresh = await freshOf(db, account.id, read);
  await insertRows(
    engine,
    db,
    officialArticle,
    fresh.map(item => ({
      accountId: account.id,
      sourceNo: item.sourceNo,
      kind: kinds[page.list],
      title: item.title.slice(0, limits.path),
      author: item.author.slice(0, limits.shortName) || null,
      summary: item.summary.slice(0, limits.path) || null,
      url: item.url.length <= limits.pictureUrl ? item.url || null : null,
      cover: item.cover.length <= limits.pictureUrl ? item.cover || null : null,
      content: isTextOfOurs(item.content) ? item.content || null : null,
      publishTime: item.time.getTime() > 0 ? shanghaiTime(item.time) : null,
    })),
    { by: elevated() },
  );
  const done = page.done + Math.max(read.messages, 1);
  // Older messages are all here once one list was read to its end.
  const known = account.lastSyncTime !== null && fresh.length === 0;
  const offset = page.offset + read.messages;
  const over = read.messages === 0 || offset >= read.total || known;
  const total = account.syncTotal + (page.offset === 0 ? read.total : 0);
  const next: Page | undefined = !over
    ? { ...page, offset, done }
    : page.list === 'published'
      ? { accountId: account.id, list: 'draft', offset: 0, done }
      : undefined;
  await sql`
    update t_official_accounts set sync_done = ${done}, sync_total = ${total},
      sync_state = ${next ? state.running : state.done},
      last_sync_time = ${next ? account.lastSyncTime : engine.clock.now()}::timestamptz
    where id = ${account.id}`.execute(db);
  if (next) await post(engine, db, next);
  else if (account.autoFlag === 1 && account.columnId !== null) await importFresh(engine, db, account.id);
}

/** Makes drafts of what is new in an account's inbox; what cannot be made stays there. */
async function importFresh(engine: Engine, db: Tx, accountId: number): Promise<void> {
  const found = await sql<Columns<typeof registry.officialArticle, 'id'>>`
    select id from t_official_article
    where account_id = ${accountId} and import_flag = ${importIs.fresh} and kind = ${kinds.published} and not deleted
    order by publish_time, id limit ${limits.idsMax}`.execute(db);
  if (found.rows.length === 0) return;
  await tryStep(engine, officialArticleSteps, 'takeIn', {
    keys: found.rows.map(({ id }) => id),
    by: { kind: 'step', cause: 'officialAccounts.sync' },
    given: { columnId: null },
    within: db,
  });
}

/** The sentence for a person who has to mend it. */
function sentenceOf({ reason, vendorCode }: OfficialFailure): Label {
  if (reason === 'quota')
    return label(
      '微信接口今天的调用次数已用完，请明天再同步',
      "The vendor's calls of today are used up; synchronise again tomorrow",
    );
  if (reason === 'unreachable')
    return label('微信接口无法访问，请稍后再同步', 'The vendor cannot be reached; synchronise again later');
  switch (vendorCode) {
    case 40_164:
      return label(
        '服务器 IP 不在公众号的白名单中，请在微信公众平台添加后再同步',
        'The address of our server is not on the list of the account: add it at the vendor',
      );
    case 48_001:
      return label(
        '该公众号没有发布接口的权限，请确认账号已认证',
        'The account may not use these calls: it has to be verified by the vendor',
      );
    case 40_001:
    case 40_013:
    case 40_125:
      return label('AppID 或 AppSecret 不正确，请核对后重新填写', 'AppID or AppSecret is wrong: check both');
    default:
      return label(
        `微信返回错误 ${vendorCode}，请核对公众号的设置`,
        `The vendor answered error ${vendorCode}`,
      );
  }
}

async function fail(db: Db, accountId: number, failure: OfficialFailure): Promise<void> {
  const { zh } = sentenceOf(failure);
  await sql`update t_official_accounts set sync_state = ${state.failed}, sync_error = ${zh}
    where id = ${accountId} and sync_state = ${state.running}`.execute(db);
}

/** Reads pages of official accounts, each while no transaction is open (domain L2). */
export function officialSender(engine: Engine, gateway: OfficialGateway): Sender {
  return async (content, { attempt }) => {
    const parsed = message.safeParse(content);
    if (!parsed.success) throw new Undeliverable('消息没有写明是公众号的哪一页');
    const page = parsed.data;
    const account = await findAccount(engine.db, page.accountId, false);
    if (account?.syncState !== state.running || account.syncDone !== page.done) return;
    let read: OfficialPage;
    try {
      read = await gateway.read(await credentialsOf(engine, account), page.list, page.offset);
    } catch (error) {
      if (!(error instanceof OfficialFailure)) {
        if (attempt >= mostTries)
          await fail(engine.db, account.id, new OfficialFailure('unreachable', 0, ''));
        throw error;
      }
      if (error.reason === 'unreachable' && attempt < mostTries) throw error;
      await fail(engine.db, account.id, error);
      return;
    }
    await transact(engine.db, db => keep(engine, db, page, read));
  };
}

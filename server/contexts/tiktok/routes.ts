import { registry } from '@yikao/model/contexts/datasets.ts';
import { tiktokCalls } from '@yikao/model/contexts/tiktok/tiktok.calls.ts';
import { ttAuth, ttMountStatus } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { openDouyin } from '../../platform/douyin/open.ts';
import type { DouyinGateway, DouyinNotice } from '../../platform/douyin/types.ts';
import type { ExchangeLog } from '../../platform/vendor/exchange.ts';
import { maskedJson } from '../../platform/vendor/mask.ts';
import type { Feature, FeatureContext } from '../shared/feature.ts';
import { answerVendor, bodyBytes, bodyJson, disbelieve, keepBodies } from '../shared/vendor-notice.ts';
import { createExchangeLog } from '../system/gateway-log.ts';
import { backPage } from './back-page.ts';
import { rowOf } from './douyin-sender.ts';
import { beginGrant, failureFor, finishGrant, renewGrant } from './grants.ts';
import { takeCourseState, takeMountState } from './states.ts';

const ttMountIs = codesOf(ttMountStatus);

const { ttAccount, ttCourse, ttMount } = registry;

/** Most bytes of a notice. */
const mostBytes = 64 * 1024;

/** Mounts that are shown before an account is unbound; the total counts the rest. */
const shownMounts = 50;

/** The partner whose account it will be: the person's own, or one within their reach. */
function ownerFor({ partnersIds }: Actor, asked: number | undefined): number | null {
  if (partnersIds === null) return asked ?? null;
  if (asked !== undefined && partnersIds.includes(asked)) return asked;
  return partnersIds[0] ?? null;
}

/** Calls of short videos beside those of the datasets (domain 2.K). */
export const tiktokFeature: Feature = (app, { engine, config, logger }) => {
  const log = createExchangeLog(engine, logger);
  const gateway = openDouyin(config, () => engine.clock.now(), log);
  const platform = (): DouyinGateway => {
    if (!gateway) throw failure('douyinNotSetUp');
    return gateway;
  };
  const assertSeen = async (dataset: AnyDataset, actor: Actor, id: number) => {
    const row = await findRow(engine, engine.db, dataset, actor, id);
    if (!row) throw failure('notFound');
    return row;
  };

  handle(app, tiktokCalls.authUrl, async ({ actor, query: { partnersId } }) => {
    const open = platform();
    const state = await beginGrant(engine, actor, ownerFor(actor, partnersId));
    return { url: open.authUrl(state, (config.publicUrl ?? '') + tiktokCalls.back.path), state };
  });
  handle(app, tiktokCalls.authorize, ({ actor, body }) =>
    finishGrant(engine, platform(), body, actor.userId),
  );
  handle(app, tiktokCalls.back, async ({ query: { code, state }, reply }) => {
    const page = (ok: boolean, why?: string) =>
      reply.type('text/html; charset=utf-8').send(backPage(ok, why));
    if (!code || !state) return page(false);
    try {
      await finishGrant(engine, platform(), { code, state });
      return page(true);
    } catch (error) {
      if (error instanceof Error && 'text' in error && typeof error.text === 'function')
        return page(false, String(error.text('zh')));
      throw error;
    }
  });
  handle(app, tiktokCalls.refresh, async ({ actor, body: { id } }) => {
    const row = await assertSeen(ttAccount, actor, id);
    await renewGrant(engine, platform(), id);
    return { id, nickName: typeof row.nickName === 'string' ? row.nickName : null };
  });
  handle(app, tiktokCalls.hangs, async ({ actor, query: { id } }) => {
    await assertSeen(ttAccount, actor, id);
    const found = await sql<Columns<typeof ttMount, 'id' | 'mountTitle' | 'mountStatus'> & { total: number }>`
      select d.id, d.mount_title, d.mount_status, count(*) over ()::integer as total from t_tt_mount as d
      where d.account_id = ${id}
        and d.mount_status in (${ttMountIs.submitted}, ${ttMountIs.approved}, ${ttMountIs.mounted}) and not d.deleted
        and ${scopeCondition(ttMount, actor, 'd')}
      order by d.mount_status desc, d.id limit ${shownMounts}`.execute(engine.db);
    return {
      total: found.rows[0]?.total ?? 0,
      mounts: found.rows.map(({ total: _, ...mount }) => mount),
    };
  });
  handle(app, tiktokCalls.audit, async ({ actor, params: { id } }) => {
    const { auditStatus, auditRemark } = await assertSeen(ttCourse, actor, id);
    return {
      auditStatus: Number(auditStatus),
      auditRemark: typeof auditRemark === 'string' ? auditRemark : null,
    };
  });
  handle(app, tiktokCalls.classes, async () => {
    try {
      return [...(await platform().classes())];
    } catch (error) {
      throw failureFor(error);
    }
  });
  handle(app, tiktokCalls.check, async ({ actor, query: { accountId } }) => {
    const { authStatus, errorMsg } = await assertSeen(ttAccount, actor, accountId);
    const able = authStatus === ttAuth.is.authorised;
    const why = typeof errorMsg === 'string' && errorMsg !== '' ? errorMsg : '账号未授权或已过期，请先授权';
    return { able, reason: able ? null : why };
  });
  notices(app, { engine, logger }, gateway, log);
};

/**
 * Receives the platform's notices: the note that one came and its step commit together, and a repeated one does nothing. A
 * notice that is about nothing of the product is kept in the vendor log.
 */
function notices(
  app: FastifyInstance,
  context: Pick<FeatureContext, 'engine' | 'logger'>,
  gateway: DouyinGateway | undefined,
  log: ExchangeLog,
): void {
  const { engine } = context;

  /** Notes that a notice came; false for one that came before. */
  async function isFirst(db: Db, eventId: string, event: string, id: number): Promise<boolean> {
    const first = await sql`
      insert into t_vendor_notice (vendor, event_id, event, row_id, answer)
      values ('douyin', ${eventId}, ${event}, ${id}, 'null') on conflict do nothing returning 1`.execute(db);
    return first.rows.length > 0;
  }

  /** Takes the step that a notice is about; false if it is about no present submission. */
  async function act({ about, outId, eventId, ...told }: ReviewNotice): Promise<boolean> {
    const id = rowOf(outId);
    if (id === undefined || !(await isCurrent(about, id, outId))) return false;
    await transact(engine.db, async db => {
      if (!(await isFirst(db, eventId, about === 'course' ? 'ttCourse.audit' : 'ttMount.audit', id))) return;
      const take = about === 'course' ? takeCourseState : takeMountState;
      await take(engine, db, id, told, `douyin:${eventId}`);
    });
    return true;
  }

  /** Keeps a notice that nothing reads in the vendor log, a repeated one once. */
  async function keep(eventId: string, event: string, logNo: string, body: unknown): Promise<void> {
    if (!(await isFirst(engine.db, eventId, event.slice(0, 128) || '-', 0))) return;
    await log({
      ...{ vendor: 'douyin', action: event || '-', subject: null, result: 'notProcessed', code: null },
      ...{ logNo, status: null, costMs: 0, request: maskedJson(body), response: '' },
    });
  }

  void app.register(async scope => {
    keepBodies(scope, mostBytes);
    handle(scope, tiktokCalls.notify, async ({ request, reply }) => {
      const notice = gateway?.verifyNotice({ headers: request.headers, body: bodyBytes(request) });
      if (!notice) {
        await disbelieve(context, request, { of: 'douyin-notify', reason: 'signature' });
        throw failure('wrongSignature');
      }
      if (notice.about === 'verify') {
        return answerVendor(reply, 200, JSON.stringify({ challenge: notice.challenge }));
      }
      const done = notice.about !== 'unknown' && (await act(notice));
      if (!done) {
        const { event = notice.about, logNo = '' } = notice.about === 'unknown' ? notice : {};
        await keep(notice.eventId, event, logNo, bodyJson(request));
      }
      return answerVendor(reply, 200, '{"err_no":0}');
    });
  });

  /** Reports whether a notice is about the present submission of a row, and not about an earlier one. */
  async function isCurrent(about: 'course' | 'mount', id: number, outId: string): Promise<boolean> {
    const table = about === 'course' ? 't_tt_course' : 't_tt_mount';
    const since = Number(outId.split('-')[1]);
    const found = await sql<{ ok: boolean }>`
      select ${sql<SqlBool>`submit_time = to_timestamp(${since}::double precision / 1000)`} as ok
      from ${sql.table(table)} where id = ${id} and not deleted`.execute(engine.db);
    return found.rows[0]?.ok === true;
  }
}

/** A notice about the review of a course or a mount. */
type ReviewNotice = Extract<DouyinNotice, { readonly about: 'course' | 'mount' }>;

import { registry } from '@yikao/model/contexts/datasets.ts';
import { tiktokCalls } from '@yikao/model/contexts/tiktok/tiktok.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FastifyInstance } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { handle } from '../../engine/http/handle.ts';
import { findRow } from '../../engine/read/info.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { openDouyin } from '../../platform/douyin/open.ts';
import type { DouyinGateway } from '../../platform/douyin/types.ts';
import type { Feature, FeatureContext } from '../shared/feature.ts';
import { createExchangeLog } from '../system/gateway-log.ts';
import { backPage } from './back-page.ts';
import { rowOf } from './douyin-sender.ts';
import { beginGrant, failureFor, finishGrant, renewGrant } from './grants.ts';
import { takeCourseState, takeMountState } from './states.ts';

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
  const gateway = openDouyin(config, () => engine.clock.now(), createExchangeLog(engine, logger));
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
      where d.account_id = ${id} and d.mount_status in (1, 2, 4) and not d.deleted
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
    const able = authStatus === 1;
    const why = typeof errorMsg === 'string' && errorMsg !== '' ? errorMsg : '账号未授权或已过期，请先授权';
    return { able, reason: able ? null : why };
  });
  notices(app, { engine, config }, gateway);
};

/** Receives the platform's notices: the note that one came and its step commit together, and a repeated one does nothing. */
function notices(
  app: FastifyInstance,
  { engine }: Pick<FeatureContext, 'engine' | 'config'>,
  gateway: DouyinGateway | undefined,
): void {
  const act = async (db: Db, about: 'course' | 'mount', id: number, eventId: string, notice: Told) => {
    const event = about === 'course' ? 'ttCourse.audit' : 'ttMount.audit';
    const first = await sql`
      insert into t_vendor_notice (vendor, event_id, event, row_id, answer)
      values ('douyin', ${eventId}, ${event}, ${id}, 'null') on conflict do nothing returning 1`.execute(db);
    if (first.rows.length === 0) return;
    const take = about === 'course' ? takeCourseState : takeMountState;
    await take(engine, db, id, notice, `douyin:${eventId}`);
  };
  void app.register(async scope => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      (_, body, done) => done(null, body),
    );
    handle(scope, tiktokCalls.notify, async ({ request, reply }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const notice = gateway?.verifyNotice({ headers: request.headers, body });
      if (!notice) throw failure('wrongSignature');
      const { about, outId, eventId } = notice;
      const id = rowOf(outId);
      if (about !== 'other' && id !== undefined && (await isCurrent(about, id, outId)))
        await transact(engine.db, db => act(db, about, id, eventId, notice));
      return reply.type('application/json').send('{"err_no":0}');
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

/** The part of a notice that a step is taken by. */
type Told = Parameters<typeof takeMountState>[3];

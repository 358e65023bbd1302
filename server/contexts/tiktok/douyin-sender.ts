import { registry } from '@yikao/model/contexts/datasets.ts';
import { refundRule } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { AppError } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { type Sender, Undeliverable } from '../../engine/outbox/sender.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';
import { openSecret } from '../../engine/write/sealing.ts';
import { transact } from '../../engine/write/transaction.ts';
import { failureOf } from '../../platform/douyin/errors.ts';
import { DouyinFailure, type DouyinGateway } from '../../platform/douyin/types.ts';
import { firstAsk } from './ask-times.ts';
import { noteFailure, renewGrant } from './grants.ts';
import { douyinAsk } from './messages.ts';
import { takeCourseState, takeMountState } from './states.ts';

const { ttAccount } = registry;

/** Code of a course or mount that is in review. */
const inReview = 1;

/** Tries at a platform that does not answer, before a row goes back to the person with the reason. */
const mostTries = 8;

type Course = Columns<
  typeof registry.ttCourse,
  'auditStatus' | 'title' | 'classId' | 'price' | 'images' | 'refundRule' | 'platformId' | 'submitTime'
>;
type Mount = Columns<
  typeof registry.ttMount,
  'accountId' | 'mountStatus' | 'itemId' | 'path' | 'mountTitle' | 'platformId' | 'submitTime'
> & { readonly openId: string };

async function courseOf(db: Db, id: number): Promise<Course | undefined> {
  const found = await sql<Course>`
    select audit_status, title, class_id, price, images, refund_rule, platform_id, submit_time
    from t_tt_course where id = ${id} and not deleted`.execute(db);
  return found.rows[0];
}

async function mountOf(db: Db, id: number): Promise<Mount | undefined> {
  const found = await sql<Mount>`
    select m.account_id, m.mount_status, m.item_id, m.path, m.mount_title, m.platform_id, m.submit_time, a.open_id
    from t_tt_mount as m join t_tt_account as a on a.id = m.account_id
    where m.id = ${id} and not m.deleted`.execute(db);
  return found.rows[0];
}

/** The number of a submission for the platform: the row, and the time at which it was submitted. */
const outIdOf = (id: number, submitTime: Course['submitTime']) =>
  `${id}-${submitTime === null ? 0 : submitTime.getTime()}`;

/** The row that a number of ours is about; undefined for one that is none. */
export const rowOf = (outId: string): number | undefined => {
  const [, id] = /^(\d{1,15})-\d+$/.exec(outId) ?? [];
  return id === undefined ? undefined : Number(id);
};

/** Sends what the platform is asked about accounts, courses and mounts (domain 3.10), while no transaction is open. */
export function douyinSender(
  engine: Engine,
  gateway: DouyinGateway | undefined,
  publicUrl: string | undefined,
): Sender {
  const { db, clock } = engine;

  /** Notes the platform's number of a row that is still in review, and when it is asked for the first time. */
  async function taken(table: 't_tt_course' | 't_tt_mount', state: string, id: number, platformId: string) {
    if (!gateway) return;
    await sql`
      update ${sql.table(table)} set platform_id = ${platformId},
        ask_time = ${firstAsk(clock.now(), gateway.askAfter)}::timestamp at time zone 'Asia/Shanghai'
      where id = ${id} and ${sql.ref(state)} = ${inReview}`.execute(db);
  }

  async function submitCourse(platform: DouyinGateway, id: number) {
    const course = await courseOf(db, id);
    if (course?.auditStatus !== inReview) return;
    const platformId = await platform.submitCourse({
      outId: outIdOf(id, course.submitTime),
      title: course.title,
      classId: course.classId,
      price: String(course.price),
      images: (course.images ?? []).map(path => (publicUrl ?? '') + path),
      refundable: course.refundRule === refundRule.is.week,
    });
    await taken('t_tt_course', 'audit_status', id, platformId);
  }

  async function submitMount(platform: DouyinGateway, id: number) {
    const mount = await mountOf(db, id);
    if (mount?.mountStatus !== inReview) return;
    const accessToken = await openSecret(engine, db, ttAccount, 'accessToken', mount.accountId);
    if (accessToken === undefined) throw failureOf(10_008, 'The account has no token');
    const platformId = await platform.submitMount({
      ...{ outId: outIdOf(id, mount.submitTime), openId: mount.openId, accessToken },
      ...{ itemId: mount.itemId, path: mount.path, title: mount.mountTitle },
    });
    await taken('t_tt_mount', 'mount_status', id, platformId);
    // Withdrawn while it was on its way: the platform has to forget it.
    const after = await mountOf(db, id);
    if (after?.platformId !== platformId) await platform.endMount(platformId);
  }

  async function askCourse(platform: DouyinGateway, id: number) {
    const course = await courseOf(db, id);
    if (course?.auditStatus !== inReview || course.platformId === null) return;
    const told = await platform.courseState(course.platformId);
    await transact(db, within => takeCourseState(engine, within, id, told, 'douyin:query'));
  }

  async function askMount(platform: DouyinGateway, id: number) {
    const mount = await mountOf(db, id);
    const { platformId = null } = mount ?? {};
    if (platformId === null) return;
    const told = await platform.mountState(platformId);
    await transact(db, async within => {
      const same = await sql`
        update t_tt_mount set view_num = ${told.viewNum}, click_num = ${told.clickNum}, deal_num = ${told.dealNum}
        where id = ${id} and platform_id = ${platformId} and not deleted returning 1`.execute(within);
      // Submitted again meanwhile: the answer is about the earlier submission.
      if (same.rows.length > 0) await takeMountState(engine, within, id, told, 'douyin:query');
    });
  }

  /** Hands a refusal to the people: a submission is rejected with the platform's reason in words. */
  async function refused(ask: string, id: number, error: DouyinFailure) {
    const told = { state: 'rejected', reason: error.said.zh } as const;
    if (ask === 'submitCourse')
      await transact(db, within => takeCourseState(engine, within, id, told, 'douyin:submit'));
    if (ask !== 'submitMount') return;
    await transact(db, within => takeMountState(engine, within, id, told, 'douyin:submit'));
    const mount = await mountOf(db, id);
    if (mount && error.reason === 'expired') await noteFailure(engine, mount.accountId, error);
  }

  return async (content, { attempt }) => {
    const parsed = douyinAsk.safeParse(content);
    if (!parsed.success) throw new Undeliverable('消息没有写明要向抖音平台做什么');
    if (!gateway) throw new Undeliverable('没有设置抖音开放平台');
    const { ask, id, platformId } = parsed.data;
    try {
      if (ask === 'submitCourse') await submitCourse(gateway, id);
      else if (ask === 'courseState') await askCourse(gateway, id);
      else if (ask === 'submitMount') await submitMount(gateway, id);
      else if (ask === 'mountState') await askMount(gateway, id);
      else if (ask === 'renew') await renewGrant(engine, gateway, id);
      else if (platformId !== undefined) await gateway.endMount(platformId);
    } catch (error) {
      // The account has the reason for a renewal that was refused.
      if (error instanceof AppError && error.code === 'douyinRefused') return;
      if (!(error instanceof DouyinFailure)) throw error;
      if (error.reason === 'unreachable' && attempt < mostTries) throw error;
      await refused(ask, id, error);
      if (ask === 'endMount') throw error;
    }
  };
}

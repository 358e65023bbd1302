import { registry } from '@yikao/model/contexts/datasets.ts';
import { marketing } from '@yikao/model/contexts/reach/reach.codes.ts';
import { outsideQuiet } from '@yikao/model/contexts/reach/rules/quiet-hours.ts';
import { smsRecordSteps } from '@yikao/model/contexts/reach/sms-record.machine.ts';
import { smsStatus } from '@yikao/model/contexts/system/sms.codes.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { readParameter } from '../../../engine/read/parameter.ts';
import { tryStep } from '../../../engine/steps/take-step.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { countFrom, type Tx } from '../../../engine/table/sql.ts';
import { transact } from '../../../engine/write/transaction.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createLoop, type Loop } from '../../../platform/loop.ts';
import { createPlaces } from '../../../platform/places.ts';
import { type SmsGateway, SmsRefused } from '../../../platform/sms/types.ts';
import { blockedAmong } from '../blocked.ts';

const smsIs = codesOf(smsStatus);

const { smsRecord, smsTemplate } = registry;

/**
 * Texts that are sent side by side; free places from which a look takes further ones, so that a look is worth its
 * statements; and milliseconds between looks while there is nothing to send.
 */
const looks = { places: 60, least: 20, everyMs: 1_000 } as const;

/**
 * Seconds after which a text that was handed over without an outcome is looked up: longer than a request may last, and
 * than the vendor needs to find what it has just taken.
 */
const doubtSeconds = 120;

/** Tries before a text is given up, and the wait before the second one, doubled each time up to the longest. */
const tries = { most: 10, firstMs: 5_000, longestMs: 600_000 } as const;

/** A due text. */
type DueText = Columns<typeof smsRecord, 'smsId' | 'mobile' | 'takeTime' | 'tries'> & {
  readonly variables: readonly (readonly [string, string])[] | null;
} & Columns<typeof smsTemplate, 'templateCode' | 'signName' | 'smsType'>;

/** The sender of texts of a node, with its life. */
export interface TextSender extends Loop {
  /** Handles the texts that are due; returns their number. */
  sendDue(): Promise<number>;
}

/** The parts of {@link createTextSender}. */
export interface TextSenderParts {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly gateway: SmsGateway;
  /** Nodes of `ROLE=web` send nothing. */
  readonly works: boolean;
}

const by = { kind: 'vendor' } as const;

/** Ends a text that the vendor did not take, with the reason. */
function fail(engine: Engine, smsId: number, reason: string) {
  return tryStep(engine, smsRecordSteps, 'fail', {
    keys: smsId,
    by,
    given: { errorMsg: reason.slice(0, limits.address) || '通道未说明原因', reportTime: null },
  });
}

/** Puts a text that did not go out back into the queue, or gives it up. */
async function postpone(engine: Engine, { smsId, tries: done }: DueText, reason: string): Promise<void> {
  if (done + 1 >= tries.most) {
    await fail(engine, smsId, reason);
    return;
  }
  const wait = Math.min(tries.firstMs * 2 ** done, tries.longestMs);
  await sql`
    update t_sms_record set take_time = null, tries = tries + 1,
      next_time = ${new Date(engine.clock.now().getTime() + wait)}
    where sms_id = ${smsId} and sms_status = ${smsIs.queued}`.execute(engine.db);
}

/** Counts a try at which the vendor did not answer. */
async function countTry(engine: Engine, smsId: number): Promise<void> {
  await sql`update t_sms_record set tries = tries + 1 where sms_id = ${smsId}
    and sms_status = ${smsIs.queued}`.execute(engine.db);
}

/**
 * Puts a text back into the queue that the vendor never got. What ended its try is counted where it was met: a node that
 * died before it asked the vendor is no failure of the vendor.
 */
async function sendAgain(engine: Engine, { smsId, tries: done }: DueText): Promise<void> {
  if (done >= tries.most) {
    await fail(engine, smsId, '通道没有收到');
    return;
  }
  await sql`
    update t_sms_record set take_time = null, next_time = ${engine.clock.now()}
    where sms_id = ${smsId} and sms_status = ${smsIs.queued}`.execute(engine.db);
}

/** The marketing texts that may still be handed over within this minute, of all nodes; others wait for the next one. */
async function marketingRoom(db: Tx, now: Date): Promise<number> {
  // Of two nodes the second counts what the first has taken.
  await sql`select pg_advisory_xact_lock(hashtext('sms.minuteMax'))`.execute(db);
  const since = new Date(now.getTime() - 60_000);
  const taken = await countFrom(
    db,
    sql`t_sms_record as d join t_sms_template as t on t.template_id = d.template_id
      where d.take_time > ${since}::timestamptz and t.sms_type = ${marketing}`,
  );
  return (await readParameter(db, 'sms.minuteMax')) - taken;
}

/** Takes at most `most` of the texts that are due, which marks them as handed over. */
async function takeDue(engine: Engine, gateway: SmsGateway, most: number): Promise<readonly DueText[]> {
  return transact(engine.db, async db => {
    const now = engine.clock.now();
    const room = await marketingRoom(db, now);
    const found = await sql<DueText>`
      select d.sms_id, d.mobile, d.take_time, d.tries, d.variables, t.template_code, t.sign_name, t.sms_type
      from t_sms_record as d join t_sms_template as t on t.template_id = d.template_id
      where d.sms_status = ${smsIs.queued} and d.next_time <= ${now}::timestamptz and not d.deleted
        and (${room > 0}::boolean or d.take_time is not null or t.sms_type <> ${marketing})
      order by d.next_time, d.sms_id limit ${most} for update of d skip locked`.execute(db);
    const held = await heldBack(engine, db, found.rows, now);
    const free = found.rows.filter(({ smsId }) => !held.has(smsId));
    const late = new Set(
      free
        .filter(({ takeTime, smsType }) => takeTime === null && smsType === marketing)
        .slice(Math.max(room, 0)),
    );
    const due = free.filter(row => !late.has(row));
    const taken = due.map(({ smsId }) => smsId);
    await sql`
      update t_sms_record set take_time = coalesce(take_time, ${now}::timestamptz), gateway = ${gateway.name},
        next_time = ${new Date(now.getTime() + doubtSeconds * 1_000)}
      where sms_id = any(${taken}::bigint[])`.execute(db);
    return due;
  });
}

/** Keeps marketing back in quiet hours, and ends texts of people who opted out since; returns them. */
async function heldBack(
  engine: Engine,
  db: Tx,
  rows: readonly DueText[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const fresh = rows.filter(({ takeTime }) => takeTime === null);
  const held = new Set<number>();
  const [from, to] = [await readParameter(db, 'sms.quietFrom'), await readParameter(db, 'sms.quietTo')];
  const opens = outsideQuiet(now, { from, to });
  for (const way of ['marketing', 'text'] as const) {
    const those = fresh.filter(({ smsType }) => (smsType === marketing) === (way === 'marketing'));
    if (those.length === 0) continue;
    const blocked = await blockedAmong(
      db,
      those.map(({ mobile }) => mobile),
      way,
    );
    const unwanted = those.filter(({ mobile }) => blocked.has(mobile)).map(({ smsId }) => smsId);
    const given = { errorMsg: '发送前已退订', reportTime: null };
    if (unwanted.length > 0) {
      await tryStep(engine, smsRecordSteps, 'fail', { keys: unwanted, by, given, within: db });
    }
    for (const smsId of unwanted) held.add(smsId);
    if (way !== 'marketing' || opens <= now) continue;
    const waiting = those.map(({ smsId }) => smsId).filter(smsId => !held.has(smsId));
    await sql`update t_sms_record set next_time = ${opens} where sms_id = any(${waiting}::bigint[])`.execute(
      db,
    );
    for (const smsId of waiting) held.add(smsId);
  }
  return held;
}

/**
 * Sends queued texts, each at most once: the vendors take no key by which a repeat would count once. A text is marked
 * as handed over, and this is committed, before the vendor is asked. One that is left so, by a node that died or a
 * vendor that did not answer, is looked up at the vendor by its number, and sent again only if the vendor never had it;
 * where that cannot be found out it counts as failed, for a person to decide.
 */
export function createTextSender({ engine, logger, gateway, works }: TextSenderParts): TextSender {
  async function send(row: DueText): Promise<void> {
    const { smsId, mobile, templateCode, signName } = row;
    let gatewayId: string | null;
    try {
      gatewayId = await gateway.sendText({
        mobile,
        templateCode,
        signName,
        variables: row.variables ?? [],
        key: String(smsId),
      });
    } catch (error) {
      if (!(error instanceof SmsRefused)) throw error;
      if (error.certainty === 'refused') await fail(engine, smsId, error.message);
      else if (error.certainty === 'unsent') await postpone(engine, row, error.message);
      // A text in doubt stays marked, and is looked up when its time has come; the vendor's silence is one try.
      else await countTry(engine, smsId);
      return;
    }
    const given = { gatewayId: gatewayId?.slice(0, limits.name) ?? null };
    if (gateway.leaves) await tryStep(engine, smsRecordSteps, 'submit', { keys: smsId, by, given });
    else {
      const reportTime = shanghaiTime(engine.clock.now());
      await tryStep(engine, smsRecordSteps, 'deliver', { keys: smsId, by, given: { ...given, reportTime } });
    }
  }

  /** Finds out what became of a text that was handed over without an outcome. */
  async function lookUp(row: DueText, taken: Date): Promise<void> {
    const { smsId, mobile } = row;
    if (!gateway.find) {
      await fail(engine, smsId, '通道没有答复，是否送出无法确定，未重发');
      return;
    }
    let known: Awaited<ReturnType<NonNullable<SmsGateway['find']>>>;
    try {
      known = await gateway.find({ mobile, key: String(smsId) }, taken);
    } catch (error) {
      if (!(error instanceof SmsRefused)) throw error;
      if (row.tries + 1 >= tries.most) await fail(engine, smsId, '通道没有答复，是否送出无法确定，未重发');
      else await countTry(engine, smsId);
      return;
    }
    if (!known.found) await sendAgain(engine, row);
    else if (known.state === 'failed') await fail(engine, smsId, known.reason);
    else if (known.state === 'delivered')
      await tryStep(engine, smsRecordSteps, 'deliver', {
        keys: smsId,
        by,
        given: { gatewayId: null, reportTime: null },
      });
    else await tryStep(engine, smsRecordSteps, 'submit', { keys: smsId, by, given: { gatewayId: null } });
  }

  async function handle(row: DueText): Promise<void> {
    try {
      await (row.takeTime === null ? send(row) : lookUp(row, row.takeTime));
    } catch (error) {
      logger.error({ err: error, smsId: row.smsId }, 'A text was not handled');
    }
  }

  async function sendDue(): Promise<number> {
    const rows = await takeDue(engine, gateway, looks.places);
    await Promise.all(rows.map(handle));
    return rows.length;
  }

  const places = createPlaces(looks.places);
  const loop = createLoop({
    logger,
    name: 'Looking for texts to send',
    works,
    afterFailureMs: looks.everyMs,
    // A text that is not answered holds its own place; the others are sent meanwhile.
    async look() {
      if (places.free < looks.least) {
        await places.oneFree();
        return 0;
      }
      const rows = await takeDue(engine, gateway, places.free);
      for (const row of rows) places.put(() => handle(row));
      return rows.length > 0 ? 0 : looks.everyMs;
    },
  });
  return {
    start: loop.start,
    sendDue,
    async stop() {
      await loop.stop();
      await places.idle();
    },
  };
}

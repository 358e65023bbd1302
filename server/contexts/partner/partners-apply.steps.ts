import type { registry } from '@yikao/model/contexts/datasets.ts';
import { partnersApplySteps } from '@yikao/model/contexts/partner/partners-apply.machine.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { defineStepServer, type StepContext, type StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db, Tx } from '../../engine/table/sql.ts';
import { tell } from '../notice/tell.ts';
import { type LogOwner, ownerOf } from '../people/accounts/organisation.ts';
import { type Application, openAccount } from './open-account.ts';

/** Most notifications of one applicant per hour. */
const perHour = 4;

/** The applicant is notified of the decision; the row records by whom and when. */
export const partnersApplyStepServer = defineStepServer(partnersApplySteps, {
  needs: {
    async seldom({ db, rows }: StepContext<Application>) {
      const told = await sql<Columns<typeof registry.outbox, 'subject'>>`
        select subject from t_outbox
        where subject = any(${rows.map(subjectOf)}::varchar[])
          and create_time > now() - interval '1 hour'
        group by subject having count(*) >= ${perHour}`.execute(db);
      const often = new Set(told.rows.map(({ subject }) => subject));
      return new Set(rows.filter(row => often.has(subjectOf(row))).map(row => row.rowKey));
    },
  },
  effects: {
    async pass({ engine, db, rows, given, by, now }) {
      const outcomes = new Map<number, { values: Partial<Application> }>();
      for (const row of rows) {
        const under = given.ownerId === undefined ? row.ownerId : given.ownerId;
        const opened = await openAccount(engine, db, by.actor, row, under);
        const { accountId, account, partnersId: ownerId } = opened;
        await forgetPasswords(db, [row]);
        await tellDecided(engine, db, [{ row, account, owner: await ownerOf(db, { userId: accountId }) }]);
        outcomes.set(row.rowKey, {
          values: { ownerId, accountId, auditRemark: null, ...audited(by.actor.userId, now) },
        });
      }
      return outcomes;
    },
    async reject({ engine, db, rows, given, by, now }) {
      await forgetPasswords(db, rows);
      await tellDecided(
        engine,
        db,
        rows.map(row => ({ row, reason: given.auditRemark, owner: ownerOfRow(row) })),
      );
      return new Map(rows.map(row => [row.rowKey, { values: audited(by.actor.userId, now) }]));
    },
    async notify({ engine, db, rows }) {
      const accounts = await accountsOf(db, rows);
      const notes: Note[] = [];
      for (const row of rows) {
        const { accountId } = row;
        const owner = accountId === null ? ownerOfRow(row) : await ownerOf(db, { userId: accountId });
        notes.push(
          accountId === null
            ? { row, reason: row.auditRemark ?? '', owner }
            : { row, account: accounts.get(accountId) ?? '', owner },
        );
      }
      await tellDecided(engine, db, notes);
    },
  },
});

type ApplicationRow = StepRow<Application>;

/** The message to an applicant, and its owner. */
type Note = { readonly row: ApplicationRow; readonly owner: LogOwner } & (
  | { readonly account: string }
  | { readonly reason: string }
);

const subjectOf = ({ applyId }: Application) => `partnersApply:${applyId}`;

function audited(auditBy: number, now: Date): Partial<Application> {
  return { auditBy, auditTime: shanghaiTime(now) };
}

/** Of a refused application the message is the partner's and the province's that the application is. */
function ownerOfRow({ ownerId, provinceId }: ApplicationRow): LogOwner {
  return { userId: null, partnersId: ownerId, provinceId, agentId: null };
}

async function accountsOf(db: Db, rows: readonly ApplicationRow[]): Promise<ReadonlyMap<number, string>> {
  const found = await sql<Columns<typeof registry.adminUser, 'userId' | 'userName'>>`
    select user_id, user_name from t_admin_user
    where user_id = any(${rows.flatMap(({ accountId }) => accountId ?? [])}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ userId, userName }) => [userId, userName]));
}

/** After the decision the account has the password, or nobody needs it. */
async function forgetPasswords(db: Db, rows: readonly ApplicationRow[]): Promise<void> {
  await sql`delete from t_partners_apply_password
    where apply_id = any(${rows.map(({ applyId }) => applyId)}::bigint[])`.execute(db);
}

/** Tells applicants of the decision; the version of a row tells one decision, and one repetition, from another. */
async function tellDecided(engine: Engine, db: Tx, notes: readonly Note[]): Promise<void> {
  for (const note of notes) {
    const { row, owner } = note;
    const passed = 'account' in note;
    await tell(engine, db, 'registrationDecided', {
      occasion: `${subjectOf(row)}/${row.version}`,
      people: sql`
        select ${subjectOf(row)}::text as person, null::bigint as account_id, null::bigint as consumer_id,
          ${row.phone}::text as mobile, ${row.userName}::text as name, ${owner.partnersId}::bigint as partners_id,
          ${owner.provinceId}::bigint as province_id, ${owner.agentId}::bigint as agent_id`,
      values: {
        result: passed
          ? label(`已通过，登录账号为 ${note.account}`, `approved, the account is ${note.account}`)
          : label(`未通过，${note.reason}`, `refused, ${note.reason}`),
      },
      own: passed
        ? { topic: 'approved', values: { account: note.account } }
        : { topic: 'refused', values: { reason: note.reason } },
    });
  }
}

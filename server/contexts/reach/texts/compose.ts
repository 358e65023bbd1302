import { registry } from '@yikao/model/contexts/datasets.ts';
import { marketing, templateAudit, templateSwitch } from '@yikao/model/contexts/reach/reach.codes.ts';
import { missingIn, variablesOf, wholeText } from '@yikao/model/contexts/reach/rules/template-text.ts';
import { partsOf } from '@yikao/model/contexts/reach/rules/text-parts.ts';
import { smsStatus } from '@yikao/model/contexts/system/sms.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { maskMobile } from '@yikao/model/rules/mask.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { blockedAmong } from '../blocked.ts';

const templateAuditIs = codesOf(templateAudit);
const templateSwitchIs = codesOf(templateSwitch);
const smsIs = codesOf(smsStatus);

const { lead, smsRecord, smsTemplate } = registry;

/** Hours within which nobody gets the same text twice. */
const repeatHours = 24;

/** Characters of a text. */
const mostCharacters = 600;

/** An approved template. */
export type Template = Columns<
  typeof smsTemplate,
  'templateId' | 'templateCode' | 'signName' | 'content' | 'smsType'
>;

/** Somebody who is to get a text. */
export interface Receiver {
  /** Number as it was given, or of the lead. */
  readonly mobile: string;
  readonly leadId: number | null;
  /** By this the answer names the receiver, numbers masked. */
  readonly of: string;
  /** Values of variables for this receiver alone. */
  readonly values: Readonly<Record<string, string>>;
}

/** A text that is ready to be sent. */
export interface Composed {
  readonly receiver: Receiver;
  readonly mobile: string;
  readonly content: string;
  readonly variables: readonly (readonly [name: string, value: string])[];
  readonly billNum: number;
}

/** The texts for a list of receivers, and those who get none. */
export interface Composition {
  readonly texts: readonly Composed[];
  readonly refused: readonly { readonly receiver: Receiver; readonly reason: Label }[];
  readonly missing: readonly { readonly receiver: Receiver; readonly names: readonly string[] }[];
}

/** The reasons for which a receiver gets no text. */
export const reasons = {
  number: label('不是有效的手机号', 'Not a mobile number'),
  twice: label('号码重复，只发一条', 'The number is listed twice and gets one text'),
  blocked: label('已退订或在免打扰名单中', 'Wants no texts'),
  repeated: label('24 小时内已发过相同内容', 'Got the same text within 24 hours'),
  long: label('填入变量后超过 600 字', 'Longer than 600 characters with its variables'),
  reach: label('线索不存在，或不在您的数据范围内', 'The lead does not exist, or is out of your reach'),
} as const satisfies Record<string, Label>;

/** The approved and enabled template with this id. Throws `notFound` and `templateNotReady`. */
export async function readyTemplate(db: Db, templateId: number): Promise<Template> {
  const found = await sql<Template & { ready: boolean }>`
    select template_id, template_code, sign_name, content, sms_type, (audit_status = ${templateAuditIs.approved}
      and status = ${templateSwitchIs.on}) as ready
    from t_sms_template where template_id = ${templateId} and not deleted`.execute(db);
  const [row] = found.rows;
  if (!row) throw failure('notFound');
  if (!row.ready) throw failure('templateNotReady');
  return row;
}

/** The receivers of a call: numbers as given, and leads that the actor may change. */
export async function receiversOf(
  db: Db,
  actor: Actor,
  {
    mobiles = [],
    leadIds = [],
  }: { readonly mobiles?: readonly string[] | undefined; readonly leadIds?: readonly number[] | undefined },
): Promise<{ readonly receivers: readonly Receiver[]; readonly refused: Composition['refused'] }> {
  const wanted = [...new Set(leadIds)];
  const found = await sql<Columns<typeof lead, 'leadId' | 'mobile' | 'studentName'>>`
    select d.lead_id, d.mobile, d.student_name from t_lead as d
    where d.lead_id = any(${wanted}::bigint[]) and not d.deleted
      and ${scopeCondition(lead, actor, 'd', 'write')}`.execute(db);
  const leads = new Map(found.rows.map(row => [row.leadId, row]));
  const refused: { receiver: Receiver; reason: Label }[] = [];
  const ofLeads = wanted.flatMap((leadId): Receiver[] => {
    const row = leads.get(leadId);
    if (!row) {
      refused.push({
        receiver: { mobile: '', leadId, of: `ID ${leadId}`, values: {} },
        reason: reasons.reach,
      });
      return [];
    }
    const name = row.studentName ?? '';
    const of = [name, maskMobile(row.mobile)].filter(Boolean).join(' ');
    return [{ mobile: row.mobile, leadId, of, values: name === '' ? {} : { name } }];
  });
  const ofNumbers = mobiles.map(
    (mobile): Receiver => ({ mobile, leadId: null, of: maskMobile(mobile), values: {} }),
  );
  return { receivers: [...ofLeads, ...ofNumbers], refused };
}

/**
 * Writes the text of each receiver and sorts out those who get none: with a wrong number, named twice, who opted out,
 * who got the same text a day ago or less, or for whom a variable has no value. `vars` are for everybody and give way
 * to a receiver's own values. Two occasions of a notice may have the same words, so its texts may be repeated.
 */
export async function compose(
  db: Db,
  template: Template,
  receivers: readonly Receiver[],
  vars: Readonly<Record<string, string>>,
  now: Date,
  { mayRepeat = false }: { readonly mayRepeat?: boolean } = {},
): Promise<Composition> {
  const refused: { receiver: Receiver; reason: Label }[] = [];
  const missing: { receiver: Receiver; names: readonly string[] }[] = [];
  const seen = new Set<string>();
  const texts: Composed[] = [];
  const names = variablesOf(template.content);
  for (const receiver of receivers) {
    const read = validateValue('mobile', smsRecord.fields.mobile, receiver.mobile);
    const mobile = 'value' in read ? String(read.value) : undefined;
    if (mobile === undefined) {
      refused.push({ receiver, reason: reasons.number });
      continue;
    }
    if (seen.has(mobile)) {
      refused.push({ receiver, reason: reasons.twice });
      continue;
    }
    seen.add(mobile);
    const values = { ...receiver.values, ...vars, ...ownColumns(receiver) };
    const without = missingIn(template.content, values);
    if (without.length > 0) {
      missing.push({ receiver, names: without });
      continue;
    }
    const content = wholeText(template, values);
    if (content.length > mostCharacters) {
      refused.push({ receiver, reason: reasons.long });
      continue;
    }
    const variables = names.map(name => [name, values[name]?.trim() ?? ''] as const);
    texts.push({ receiver, mobile, content, variables, billNum: partsOf(content) });
  }
  const mobiles = texts.map(text => text.mobile);
  const blocked = await blockedAmong(db, mobiles, template.smsType === marketing ? 'marketing' : 'text');
  const repeated = mayRepeat ? new Set<string>() : await gotAlready(db, texts, now);
  const open = texts.filter(({ receiver, mobile, content }) => {
    const reason = blocked.has(mobile)
      ? reasons.blocked
      : repeated.has(`${mobile}\n${content}`)
        ? reasons.repeated
        : undefined;
    if (reason) refused.push({ receiver, reason });
    return reason === undefined;
  });
  return { texts: open, refused, missing };
}

/** The values that a file gives a receiver, without empty cells; the name of a lead is only a default. */
function ownColumns({ leadId, values }: Receiver): Readonly<Record<string, string>> {
  return leadId === null
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim()))
    : {};
}

/** The numbers with texts, `number\ntext`, that were due within the last day, or will be, and did not fail. */
async function gotAlready(db: Db, texts: readonly Composed[], now: Date): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set();
  const since = new Date(now.getTime() - repeatHours * 3_600_000);
  const found = await sql<Columns<typeof smsRecord, 'mobile' | 'content'>>`
    select mobile, content from t_sms_record
    where mobile = any(${texts.map(({ mobile }) => mobile)}::text[]) and plan_time > ${since}
      and sms_status <> ${smsIs.failed} and not deleted`.execute(db);
  return new Set(found.rows.map(({ mobile, content }) => `${mobile}\n${content}`));
}

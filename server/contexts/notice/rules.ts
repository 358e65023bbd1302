import type { registry } from '@yikao/model/contexts/datasets.ts';
import { noticeEventOf } from '@yikao/model/contexts/notice/events.ts';
import type { NoticeEventCode, NoticeWay } from '@yikao/model/contexts/notice/notice.codes.ts';
import { templateAudit, templateSwitch } from '@yikao/model/contexts/reach/reach.codes.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Db } from '../../engine/table/sql.ts';

const templateAuditIs = codesOf(templateAudit);
const templateSwitchIs = codesOf(templateSwitch);

/** The ways in which people are notified of an event by now. */
export interface TellingRule {
  readonly page: boolean;
  readonly push: boolean;
  /** `own`: the product's own text; a number: the template that an operator chose. */
  readonly text: 'own' | number | undefined;
}

/**
 * The operator's rule of an event. A template that is not approved any more is as good as none: the product's own text
 * takes its place where there is one.
 */
export async function readRule(db: Db, event: NoticeEventCode): Promise<TellingRule> {
  const found = await sql<
    Columns<typeof registry.noticeRule, 'pageFlag' | 'textFlag' | 'pushFlag'> & { templateId: number | null }
  >`
    select r.page_flag, r.text_flag, r.push_flag, t.template_id
    from t_notice_rule as r left join t_sms_template as t
      on t.template_id = r.template_id and t.audit_status = ${templateAuditIs.approved}
        and t.status = ${templateSwitchIs.on} and not t.deleted
    where r.event = ${event} and not r.deleted order by r.rule_id limit 1`.execute(db);
  const { ways, on, ownText } = noticeEventOf(event);
  const [rule] = found.rows;
  const flags = rule
    ? { page: rule.pageFlag, text: rule.textFlag, push: rule.pushFlag }
    : { page: undefined, text: undefined, push: undefined };
  const isOn = (way: NoticeWay) =>
    ways.includes(way) && (flags[way] === undefined ? on.includes(way) : flags[way] === 1);
  const template = rule?.templateId ?? (ownText ? ('own' as const) : undefined);
  return { page: isOn('page'), push: isOn('push'), text: isOn('text') ? template : undefined };
}

import { registry } from '@yikao/model/contexts/datasets.ts';
import { noticeEventOf } from '@yikao/model/contexts/notice/events.ts';
import { smsType, templateAudit, templateSwitch } from '@yikao/model/contexts/reach/reach.codes.ts';
import { variablesOf } from '@yikao/model/contexts/reach/rules/template-text.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { codesOf } from '../../engine/table/codes-of.ts';
import { defineServer } from '../../engine/table/server-side.ts';
import { tellOfBudget } from './budget-low.ts';

const templateAuditIs = codesOf(templateAudit);
const templateSwitchIs = codesOf(templateSwitch);

interface Template {
  readonly id: number;
  readonly content: string;
  readonly smsType: number;
  readonly ready: boolean;
}

/** Code of `smsType` for notices. */
const forNotices = smsType.is.notice;

/** Server side of the rules: a text needs a template that is approved, for notices, and filled by the event's variables. */
export const noticeRuleServer = defineServer(registry.noticeRule, {
  on: { 'smsRecord.add': (engine, db) => tellOfBudget(engine, db) },
  reads: ['event', 'textFlag', 'templateId'],
  async before(db, changes) {
    const ids = changes.flatMap(({ row }) => row.templateId ?? []);
    const found = await sql<Template>`
      select template_id as id, content, sms_type, audit_status = ${templateAuditIs.approved}
        and status = ${templateSwitchIs.on} as ready
      from t_sms_template where template_id = any(${ids}::bigint[]) and not deleted`.execute(db);
    const templates = new Map(found.rows.map(row => [row.id, row]));
    return changes.map(({ row: { event, textFlag, templateId } }) => {
      if (!event) return {};
      const { variables, ownText } = noticeEventOf(event);
      if (templateId == null) {
        return textFlag === 1 && !ownText
          ? {
              issues: [
                issue('templateId', 'rule', {
                  zh: '必填：该事件没有内置短信',
                  en: 'is required: the event has no text of the product',
                }),
              ],
            }
          : {};
      }
      const template = templates.get(templateId);
      if (!template?.ready || template.smsType !== forNotices) {
        return {
          issues: [
            issue('templateId', 'rule', {
              zh: '应为审核通过且启用的通知类模板',
              en: 'must be an approved and enabled template of a notice',
            }),
          ],
        };
      }
      const known = new Set<string>([...variables, 'name']);
      const unknown = variablesOf(template.content).filter(name => !known.has(name));
      if (unknown.length === 0) return {};
      return {
        issues: [
          issue('templateId', 'rule', {
            zh: `含有该事件没有的变量 ${unknown.join('、')}；可用：${[...known].join('、')}`,
            en: `has variables that the event lacks: ${unknown.join(', ')}; it has ${[...known].join(', ')}`,
          }),
        ],
      };
    });
  },
});

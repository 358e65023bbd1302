import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Explanation } from '@yikao/model/contexts/people/access.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { holds } from '../../../engine/scope/access.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Inquiry } from './inquiry.ts';

/** The account within the asker's reach that has a mobile number, an enabled one first. Throws `badRequest` without a number. */
export async function accountOfMobile(
  { db }: Engine,
  asker: Actor,
  mobile: string | undefined,
): Promise<number | undefined> {
  if (mobile === undefined) throw failure('badRequest');
  const found = await sql<Columns<typeof registry.adminUser, 'userId'>>`
    select d.user_id from t_admin_user as d
    where d.mobile = ${mobile} and not d.deleted and ${scopeCondition(registry.adminUser, asker, 'd')}
    order by d.status desc, d.user_id limit 1`.execute(db);
  return found.rows[0]?.userId;
}

type Application = Columns<
  typeof registry.partnersApply,
  'applyId' | 'userName' | 'auditStatus' | 'auditRemark' | 'createTime'
>;

/**
 * Explains the state of a person without an account by their application (domain F7). Only for people who may list
 * applications, within their reach; otherwise, and if there is none, throws `notFound`.
 */
export async function askApplication(
  { db }: Engine,
  asker: Actor,
  mobile: string | undefined,
  inquiry: Inquiry,
): Promise<Explanation['user']> {
  const { partnersApply } = registry;
  if (mobile === undefined || !holds(asker, permissionCode(partnersApply, 'list'))) throw failure('notFound');
  const found = await sql<Application>`
    select d.apply_id, d.user_name, d.audit_status, d.audit_remark, d.create_time
    from t_partners_apply as d
    where d.phone = ${mobile} and not d.deleted and ${scopeCondition(partnersApply, asker, 'd')}
    order by d.apply_id desc limit 1`.execute(db);
  const application = found.rows[0];
  if (!application) throw failure('notFound');
  inquiry.say('application', false, sentenceOf(application));
  return { userId: null, userName: mobile, nickName: application.userName };
}

function sentenceOf({ applyId, auditStatus, auditRemark, createTime }: Application) {
  const time = shanghaiTime(createTime).slice(0, 16);
  if (auditStatus === 1) {
    return label(
      `${time} 提交的注册申请 #${applyId} 尚未审核，账号还没有开通`,
      `Registration #${applyId} of ${time} has not been reviewed yet; there is no account`,
    );
  }
  if (auditStatus === 3) {
    return label(
      `${time} 提交的注册申请 #${applyId} 已被驳回${auditRemark ? `：${auditRemark}` : ''}`,
      `Registration #${applyId} of ${time} was rejected${auditRemark ? `: ${auditRemark}` : ''}`,
    );
  }
  return label(
    `注册申请 #${applyId} 开通的账号已不存在`,
    `The account that registration #${applyId} opened is gone`,
  );
}

import type { Explanation } from '@yikao/model/calls/access.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { holds } from '../../engine/access.ts';
import type { Actor } from '../../engine/actor.ts';
import type { Engine } from '../../engine/engine.ts';
import { scopeCondition } from '../../engine/scope.ts';
import type { Inquiry } from './inquiry.ts';

/** The account within the asker's reach that has a mobile number, an enabled one first. Throws `badRequest` without a number. */
export async function accountOfMobile(
  { db }: Engine,
  asker: Actor,
  mobile: string | undefined,
): Promise<number | undefined> {
  if (mobile === undefined) throw failure('badRequest');
  const found = await sql<{ userId: number }>`
    select d.user_id as "userId" from t_admin_user as d
    where d.mobile = ${mobile} and not d.deleted and ${scopeCondition(registry.adminUser, asker, 'd')}
    order by d.status desc, d.user_id limit 1`.execute(db);
  return found.rows[0]?.userId;
}

interface Application {
  readonly applyId: number;
  readonly userName: string;
  readonly auditStatus: number;
  readonly auditRemark: string | null;
  readonly createTime: Date;
}

/**
 * Says of somebody who has no account how it stands with the application (domain F7). Only to whoever may list
 * applications, and of those within reach; otherwise, and where there is none, throws `notFound`.
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
    select d.apply_id as "applyId", d.user_name as "userName", d.audit_status as "auditStatus",
      d.audit_remark as "auditRemark", d.create_time as "createTime"
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

import { sql } from 'kysely';
import { hashPassword, inviteCode } from '../contexts/people/accounts/passwords.ts';
import type { Db } from '../engine/table/sql.ts';
import { demoAccounts } from './demo/people.ts';
import type { LoadContext } from './load-rows.ts';
import type { DemoAccountSeed } from './types.ts';

/** Only sales, partners and agencies have an invite code (domain 0.7, item 12). */
function recCode(userType: number): string | null {
  return userType < 3 ? null : inviteCode();
}

type NewAccount = Pick<
  DemoAccountSeed,
  | 'userName'
  | 'nickName'
  | 'userType'
  | 'roleCodes'
  | 'adminFlag'
  | 'saleFlag'
  | 'provinceId'
  | 'partnersName'
  | 'agentName'
> & { readonly mobile: string | null };

/** Accounts that are not there, with one password for all, and their roles. */
async function insertAccounts(db: Db, accounts: readonly NewAccount[], password: string): Promise<void> {
  const rows = await Promise.all(
    accounts.map(async account => ({
      user_name: account.userName,
      password: await hashPassword(password),
      nick_name: account.nickName,
      mobile: account.mobile,
      user_type: account.userType,
      admin_flag: account.adminFlag,
      sale_flag: account.saleFlag,
      province_id: account.provinceId,
      partners_name: account.partnersName,
      agent_name: account.agentName,
      rec_code: recCode(account.userType),
      role_codes: account.roleCodes,
    })),
  );
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r(
        user_name text, password text, nick_name text, mobile text, user_type smallint, admin_flag smallint,
        sale_flag smallint, province_id bigint, partners_name text, agent_name text, rec_code text,
        role_codes text[])
    ), added as (
      insert into t_admin_user
        (user_name, nick_name, mobile, user_type, admin_flag, sale_flag, province_id, partners_id, agent_id, rec_code)
      select user_name, nick_name, mobile, user_type, admin_flag, sale_flag, province_id,
        (select partners_id from t_partners as p where p.partners_name = given.partners_name and not p.deleted limit 1),
        (select agent_id from t_agent as a where a.agent_name = given.agent_name and not a.deleted limit 1),
        rec_code
      from given on conflict do nothing returning user_id, user_name
    ), credentials as (
      insert into t_credential (user_id, password)
      select added.user_id, given.password from added join given using (user_name)
    )
    insert into t_user_role (user_id, role_id)
    select added.user_id, t_role.role_id from added join given using (user_name)
    join t_role on t_role.role_code = any(given.role_codes) and not t_role.deleted`.execute(db);
}

/** Name of the account that an installation begins with. */
export const adminName = 'admin';

/** The first administrator. */
export async function loadAdmin({ db }: LoadContext, password: string): Promise<void> {
  await insertAccounts(
    db,
    [
      {
        userName: adminName,
        nickName: '管理员',
        mobile: null,
        userType: 1,
        roleCodes: ['super'],
        adminFlag: 1,
        saleFlag: 0,
        provinceId: null,
        partnersName: null,
        agentName: null,
      },
    ],
    password,
  );
}

/** The demo accounts (domain 7.3), with a shared password. Those of an organisation are bound to its row. */
export async function loadDemoAccounts({ db }: LoadContext, password: string): Promise<void> {
  await insertAccounts(
    db,
    demoAccounts.filter(({ userName }) => userName !== adminName),
    password,
  );
}

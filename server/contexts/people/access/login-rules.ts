import type { AccessStep } from '@yikao/model/contexts/people/access.calls.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { Standing } from '../accounts/standing.ts';
import type { Inquiry } from './inquiry.ts';

const minute = (time: Date) => shanghaiTime(time).slice(0, 16);

/**
 * The steps before any work: account, lock, own password, second factor. Returns whether the person has passed them.
 */
export function askLogin(enabled: boolean, standing: Standing, inquiry: Inquiry): boolean {
  const account = enabled
    ? label('账号已启用', 'The account is enabled')
    : label('账号已停用，不能登录', 'The account is disabled and cannot log in');
  return (
    inquiry.say('account', enabled, account) &&
    askOrganisation(standing, inquiry) &&
    askLock(standing, inquiry) &&
    askPassword(standing, inquiry) &&
    askSecondFactor(standing, inquiry)
  );
}

function askOrganisation({ organisationEnded }: Standing, inquiry: Inquiry): boolean {
  if (!organisationEnded) return true;
  return inquiry.say(
    'organisation',
    false,
    label(
      '所属的合伙人或机构（或其上级合伙人）已停用或删除，不能登录；重新启用后恢复',
      'The partner or agency of the account, or a partner above it, is disabled or deleted: nobody of it logs in until it is enabled again',
    ),
  );
}

/**
 * A lock after failed logins blocks new devices: of one network, or all. It is always reported, and counts as a refusal
 * if the person is not logged in and has no known device.
 */
function askLock({ strangersLocked, knownDevice, loggedIn }: Standing, inquiry: Inquiry): boolean {
  if (!strangersLocked) return true;
  const until = minute(strangersLocked.until);
  if (!strangersLocked.everywhere) {
    return inquiry.say(
      'lock',
      true,
      label(
        `登录失败次数过多，${until} 前不能从失败所在的网络用新设备登录；登录过的设备和其他网络不受影响`,
        `Too many failed logins: no new device of the network they came from may log in before ${until}; known devices and other networks may`,
      ),
    );
  }
  return inquiry.say(
    'lock',
    true,
    loggedIn || knownDevice
      ? label(
          `登录失败次数过多，${until} 前新设备在每个网络每天只有一次机会；登录过的设备和已有的登录不受影响`,
          `Too many failed logins: before ${until} a new device has one attempt a day in each network; known devices and present logins go on`,
        )
      : label(
          `登录失败次数过多，${until} 前新设备在每个网络每天只有一次机会；本人还没有登录过的设备，请换一个网络登录，或由管理员解除限制`,
          `Too many failed logins: before ${until} a new device has one attempt a day in each network. The person has no known device yet: log in from another network, or have an administrator lift the lock`,
        ),
  );
}

function askPassword({ mustChange }: Standing, inquiry: Inquiry): boolean {
  if (!mustChange) return true;
  return inquiry.say(
    'password',
    false,
    label(
      '密码由他人设置，本人修改之前其他操作都会被拒绝',
      'Somebody else set the password; until the person changes it, everything else is refused',
    ),
  );
}

/** A second factor that is demanded and not on bars everything; one that is on bars a login that lacks its code. */
function askSecondFactor(standing: Standing, inquiry: Inquiry): boolean {
  const { factorSince, demandedBy, demandedOfAll, loggedIn, waiting } = standing;
  if (factorSince !== null) {
    const stuck = waiting && !loggedIn;
    return inquiry.say(
      'secondFactor',
      !stuck,
      stuck
        ? label(
            '密码已通过，正在等待两步验证码；手机丢失时可用恢复码，或由管理员重置',
            'The password was right and the second step is waited for; without the phone a recovery code or a reset helps',
          )
        : label(
            `两步验证已于 ${minute(factorSince)} 启用，登录时要输入验证码`,
            `Two-step login is on since ${minute(factorSince)}: a login asks for a code`,
          ),
    );
  }
  if (!demandedOfAll && demandedBy.length === 0) return true;
  const { zh, en } = demandOf(standing);
  return inquiry.say(
    'secondFactor',
    loggedIn,
    loggedIn
      ? label(
          `${zh}要求两步验证，本人尚未启用；现有的登录可以继续，下次登录须先启用`,
          `${en} demands two-step login, which is not on yet; the present login goes on, the next one asks for it first`,
        )
      : label(
          `${zh}要求两步验证，本人尚未启用；启用之前其他操作都会被拒绝`,
          `${en} demands two-step login, which is not on yet; until it is, everything else is refused`,
        ),
    demandedBy.map((role): AccessStep['roles'][number] => ({ ...role, held: true, enabled: true })),
  );
}

/** Who demands a second factor. */
function demandOf({ demandedOfAll, demandedOfAllBy, demandedBy }: Standing): {
  readonly zh: string;
  readonly en: string;
} {
  if (demandedOfAll) {
    return {
      zh: `系统参数对所有人${demandedOfAllBy ? `（由${demandedOfAllBy}设置）` : ''}`,
      en: `A parameter for everybody${demandedOfAllBy ? ` (set by ${demandedOfAllBy})` : ''}`,
    };
  }
  const names = demandedBy.map(({ roleName }) => roleName);
  return {
    zh: `角色${names.map(name => `“${name}”`).join('、')}`,
    en: names.map(name => `"${name}"`).join(', '),
  };
}

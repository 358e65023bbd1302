import type { AccessStep } from '@yikao/model/calls/access.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { Standing } from '../../accounts/standing.ts';
import type { Inquiry } from './inquiry.ts';

const minute = (time: Date) => shanghaiTime(time).slice(0, 16);

/** The steps before any work: account, lock, own password, second factor. Answers whether the person got past them. */
export function askLogin(enabled: boolean, standing: Standing, inquiry: Inquiry): boolean {
  const account = enabled
    ? label('账号已启用', 'The account is enabled')
    : label('账号已停用，不能登录', 'The account is disabled and cannot log in');
  return (
    inquiry.say('account', enabled, account) &&
    askLock(standing, inquiry) &&
    askPassword(standing, inquiry) &&
    askSecondFactor(standing, inquiry)
  );
}

/**
 * A lock after failed logins bars new devices: those of one network, or all. It is told in any case; it explains a
 * refusal where the person is not logged in and has no device that goes on.
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
  const goesOn = loggedIn || knownDevice;
  return inquiry.say(
    'lock',
    goesOn,
    goesOn
      ? label(
          `登录失败次数过多，${until} 前不能从新设备登录；登录过的设备和已有的登录不受影响`,
          `Too many failed logins: no new device may log in before ${until}; known devices may, and present logins go on`,
        )
      : label(
          `登录失败次数过多，${until} 前不能从新设备登录；本人还没有登录过的设备`,
          `Too many failed logins: no new device may log in before ${until}, and the person has no known device`,
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

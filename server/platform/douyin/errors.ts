import { type Said, said } from '../vendor/failure.ts';
import { DouyinFailure } from './types.ts';

/**
 * The platform's errors of an authorisation that has ended or was taken back: those of "刷新 access_token" and of "状态码",
 * old and new.
 */
const ended: readonly number[] = [
  ...[10_008, 10_010, 2_190_002, 2_190_008],
  ...[28_001_003, 28_001_008, 28_001_045, 28_001_046],
];

/** The platform's errors after which "状态码" asks to repeat the request, or to ask less often. */
const passing: readonly number[] = [2_100_004, 28_001_005, 28_001_006, 28_001_052, 28_003_018];

/** The platform's errors that a person can mend, in words; as published in "状态码" and on the page of each call. */
const words: Readonly<Record<number, Said>> = {
  10002: said('应用的 Key 或回调地址不对，请管理员核对', 'Key or return address of the application is wrong'),
  10003: said('应用的 Key 不正确，请管理员核对', 'The key of the application is wrong'),
  10004: said(
    '应用没有续期权限（renew_refresh_token），请在抖音开放平台申请',
    'The application has no right to extend authorisations (renew_refresh_token): apply for it on the open platform',
  ),
  10007: said('授权码已使用或已过期，请重新授权', 'The code was used or has run out: authorise again'),
  10013: said('应用的 Key 或 Secret 不正确，请管理员核对', 'Key or secret of the application is wrong'),
  10020: said('续期次数已用完，请重新授权', 'It cannot be extended any more: authorise it again'),
  2100005: said(
    '提交的内容不符合平台要求，请检查后重新提交',
    'The platform does not take the contents: check them',
  ),
  2190001: said('今天的调用次数已用完，请明天再试', 'The calls of today are used up: try again tomorrow'),
  2190004: said(
    '应用没有申请这项能力，请在抖音开放平台申请',
    'The application has not applied for this ability',
  ),
  28001007: said(
    '提交的内容不符合平台要求，请检查标题、图片和路径',
    'The platform does not take the contents: check title, pictures and page',
  ),
  28001012: said('账号没有授予这项权限，请重新授权', 'The account has not granted this: authorise it again'),
  28001014: said(
    '应用没有申请任何能力，请在抖音开放平台申请',
    'The application has applied for no ability on the open platform',
  ),
  28001015: said(
    '授权与账号不一致，请重新授权',
    'The authorisation is of another account: authorise it again',
  ),
  28001016: said('应用已被平台封禁或下线', 'The platform has blocked the application or taken it offline'),
  28001018: said(
    '应用没有申请这项能力，请在抖音开放平台申请',
    'The application has not applied for this ability',
  ),
  28001019: said('这项能力已被平台封禁或下线', 'The platform has blocked this ability or taken it offline'),
  28001056: said(
    '平台已停用这个接口，请联系我们更新',
    'The platform has ended this call: ask us for an update',
  ),
  28003017: said('今天的调用次数已用完，请明天再试', 'The calls of today are used up: try again tomorrow'),
  28005032: said('已经申请过，无需重复提交', 'It was applied for already'),
  28005034: said('账号不满足挂载条件', 'The account does not meet the conditions for mounts'),
  28005079: said(
    '服务器 IP 不在应用的白名单中，请管理员添加',
    'The address of our server is not on the list of the application',
  ),
};

/** The failure for an error of the platform. */
export function failureOf(code: number, message: string): DouyinFailure {
  const technical = `${code}: ${message}`;
  if (passing.includes(code)) {
    return new DouyinFailure('unreachable', technical, said('抖音系统繁忙', 'Douyin is busy'));
  }
  if (ended.includes(code)) {
    return new DouyinFailure(
      'expired',
      technical,
      said('账号的授权已失效，请重新授权', 'The authorisation of the account has ended: authorise it again'),
    );
  }
  const wanted = words[code] ?? said(`抖音返回错误 ${code}`, `Douyin answered error ${code}`);
  return new DouyinFailure('refused', technical, wanted);
}

import { createHash, randomBytes } from 'node:crypto';
import type { DouyinGateway, DouyinState, Grant } from './types.ts';

/** Milliseconds after which the simulated platform approves, and after which a mount is on its video. */
const approvesMs = 5_000;
const mountsMs = 10_000;

/** Numbers of the simulated platform begin with the time of their submission. */
const numberOf = (now: Date, outId: string) => `${now.getTime().toString(36)}-${outId}`;

/**
 * The platform, simulated for trying out the product: every account may authorise, courses and mounts are approved after
 * five seconds. Nothing is kept; what it answers follows from the numbers that it gave.
 */
export function createLocalDouyin(now: () => Date): DouyinGateway {
  const grant = (openId: string): Grant => ({
    openId,
    accessToken: `act.${randomBytes(12).toString('hex')}`,
    refreshToken: `rft.${openId}`,
    scopes: 'user_info,ma.self_mount_video.apply,video.data',
    expires: new Date(now().getTime() + 15 * 86_400_000),
    refreshUntil: new Date(now().getTime() + 30 * 86_400_000),
  });
  const stateOf = (platformId: string, mounts: boolean): DouyinState => {
    const since = now().getTime() - Number.parseInt(platformId.split('-')[0] ?? '', 36);
    const mounted = mounts && since >= mountsMs;
    const minutes = mounted ? Math.floor(since / 60_000) : 0;
    return {
      state: mounted ? 'mounted' : since >= approvesMs ? 'approved' : 'waiting',
      reason: '',
      ...{ viewNum: minutes * 40, clickNum: minutes * 3, dealNum: Math.floor(minutes / 12) },
    };
  };
  return {
    askAfter: 5,
    authUrl(state, backUrl) {
      const url = new URL(backUrl, 'http://local');
      url.searchParams.set('code', `local-${randomBytes(4).toString('hex')}`);
      url.searchParams.set('state', state);
      return backUrl.startsWith('/') ? url.pathname + url.search : url.href;
    },
    exchange: async code => grant(createHash('sha256').update(code).digest('hex').slice(0, 24)),
    renew: async refreshToken => grant(refreshToken.replace(/^rft\./, '')),
    extend: async refreshToken => ({
      refreshToken,
      refreshUntil: new Date(now().getTime() + 30 * 86_400_000),
    }),
    person: async (_, openId) => ({
      nickName: `艺考课堂${openId.slice(0, 4)}`,
      avatar: '',
      douyinNo: `dy${openId.slice(0, 8)}`,
    }),
    classes: async () => [
      { classId: '10101', name: '艺术培训 / 美术' },
      { classId: '10102', name: '艺术培训 / 音乐' },
      { classId: '10201', name: '升学指导' },
    ],
    submitCourse: async ({ outId }) => numberOf(now(), outId),
    courseState: async id => stateOf(id, false),
    submitMount: async ({ outId }) => numberOf(now(), outId),
    mountState: async id => stateOf(id, true),
    endMount: async () => {},
    verifyNotice: () => undefined,
  };
}

import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** The authorisation of an account (domain 3.10). It is given on the platform's own page, see `tiktok.calls.ts`. */
export const ttAccountSteps = defineSteps(
  registry.ttAccount,
  'authStatus',
  { start: 'none', end: [], delete: ['none', 'unbound'] },
  {
    grant: {
      move: { none: 'authorised', authorised: 'authorised', expired: 'authorised', unbound: 'authorised' },
      label: label('授权', 'Authorise'),
      may: 'authorize',
      by: ['vendor'],
    },
    renew: {
      move: { authorised: 'authorised', expired: 'authorised' },
      label: label('续期完成', 'Renewed'),
      may: 'authorize',
      by: ['vendor'],
    },
    expire: {
      move: { authorised: 'expired' },
      label: label('授权过期', 'Expire'),
      may: 'authorize',
      by: ['clock', 'vendor'],
      due: 'expireTime',
    },
    unbind: {
      move: { authorised: 'unbound', expired: 'unbound' },
      label: label('解绑', 'Unbind'),
      danger: true,
      ask: label(
        '该账号下审核中和已挂载的视频会一并解绑，需要重新授权后再提交',
        'Its mounts in review and on videos are unbound as well, and have to be submitted again after another authorisation',
      ),
      alias: ['POST /unbind'],
    },
  },
);

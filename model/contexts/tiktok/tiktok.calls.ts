import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { ttAccount } from './tt-account.ts';
import { ttCourse } from './tt-course.ts';
import { ttMount } from './tt-mount.ts';

const codeAndState = { code: z.string().trim().min(1).max(512), state: z.string().trim().min(16).max(64) };
const authorised = z.object({ id: z.int(), nickName: z.string().nullable() });

/** Calls of short videos beside those of the datasets (domain 2.K). */
export const tiktokCalls = {
  authUrl: call(`GET ${ttAccount.path}/auth/url`, {
    of: ttAccount,
    label: label('授权页地址', 'Address of the page that authorises'),
    may: 'tiktok:account:authorize',
    query: z.object({ partnersId: keyValue.optional() }),
    data: z.object({ url: z.string(), state: z.string() }),
    fails: ['douyinNotSetUp'],
  }),
  authorize: call(`POST ${ttAccount.path}/authorize`, {
    of: ttAccount,
    label: label('用授权码完成授权', 'Authorise with a code'),
    may: 'tiktok:account:authorize',
    body: z.object(codeAndState),
    data: authorised,
    fails: ['douyinState', 'douyinRefused', 'douyinAway', 'douyinNotSetUp'],
  }),
  /** Where the platform sends people back to, in the window that asked them. */
  back: call(`GET ${ttAccount.path}/back`, {
    of: ttAccount,
    label: label('授权后返回的页面', 'The page after the authorisation'),
    may: 'public',
    query: z.object({
      code: z.string().trim().max(512).optional(),
      state: z.string().trim().max(64).optional(),
      error: z.string().max(200).optional(),
    }),
    answers: 'page',
  }),
  refresh: call(`POST ${ttAccount.path}/refresh`, {
    of: ttAccount,
    label: label('续期授权', 'Renew an authorisation'),
    may: 'tiktok:account:authorize',
    body: z.object({ id: keyValue }),
    data: authorised,
    fails: ['notFound', 'notAllowedNow', 'douyinRefused', 'douyinAway', 'douyinNotSetUp'],
  }),
  /** The mounts that an account's end takes with it. */
  hangs: call(`GET ${ttAccount.path}/hangs`, {
    of: ttAccount,
    label: label('解绑会影响的挂载', 'Mounts that unbinding ends'),
    may: 'tiktok:account:list',
    query: z.object({ id: keyValue }),
    data: z.object({
      total: z.int(),
      mounts: z.array(z.object({ id: z.int(), mountTitle: z.string(), mountStatus: z.int() })),
    }),
    fails: ['notFound'],
  }),
  audit: call(`GET ${ttCourse.path}/audit/:id`, {
    of: ttCourse,
    label: label('课程的审核结果', 'State of the review of a course'),
    may: 'tiktok:course:list',
    params: z.object({ id: keyValue }),
    data: z.object({ auditStatus: z.int(), auditRemark: z.string().nullable() }),
    fails: ['notFound'],
  }),
  classes: call(`GET ${ttCourse.path}/class/list`, {
    of: ttCourse,
    label: label('平台的课程类目', "The platform's categories"),
    may: 'tiktok:course:list',
    data: z.array(z.object({ classId: z.string(), name: z.string() })),
    fails: ['douyinRefused', 'douyinAway', 'douyinNotSetUp'],
  }),
  check: call(`GET ${ttMount.path}/check`, {
    of: ttMount,
    label: label('账号能否挂载', 'Whether an account may mount'),
    may: 'tiktok:mount:list',
    query: z.object({ accountId: keyValue }),
    data: z.object({ able: z.boolean(), reason: z.string().nullable() }),
    fails: ['notFound'],
  }),
  /** Public; a notice without the platform's signature changes nothing. */
  notify: call('POST /api/course/tiktok/notify', {
    of: ttMount,
    label: label('平台的通知', 'A notice of the platform'),
    may: 'public',
    answers: 'text',
    fails: ['wrongSignature', 'tooManyRequests'],
  }),
} as const;

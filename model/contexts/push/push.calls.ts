import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { jobCall } from '../../jobs/job-call.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { importPushAudience } from './push.jobs.ts';
import { pushDevice } from './push-device.ts';
import { pushTask } from './push-task.ts';
import { audienceConditions } from './rules/audience.ts';

const text = (max: number) => z.string().trim().max(max);

/** A device as its app names it. */
const device = z.object({ appKey: text(limits.name).min(1), token: text(limits.address).min(1) });

/** The number of devices that an audience has; `exact` is false for one that was estimated from a part. */
const estimate = z.object({ count: z.int(), exact: z.boolean(), all: z.int() });

/** See {@link estimate}. */
export type AudienceEstimate = z.infer<typeof estimate>;

/** Progress of a task, counted from its rows. */
const progress = z.object({
  pushStatus: z.int(),
  targetNum: z.int(),
  sentNum: z.int(),
  successNum: z.int(),
  failNum: z.int(),
  clickNum: z.int(),
  errorMsg: z.string().nullable(),
});

/** See {@link progress}. */
export type PushProgress = z.infer<typeof progress>;

/** Calls of pushes beside those of the datasets (domain 2.N, section 10). */
export const pushCalls = {
  estimate: call(`POST ${pushTask.path}/estimate`, {
    of: pushTask,
    label: label('估算人群的设备数', 'Estimate an audience'),
    may: 'push:task:list',
    reads: true,
    body: audienceConditions.extend({
      taskId: keyValue.nullish(),
      appIds: z.array(keyValue).max(20),
      audienceType: z.coerce.number().int().default(1),
      provinceId: keyValue.nullish(),
    }),
    data: estimate,
    limit: { name: 'push-estimate', per: 'person', max: 600, windowMs: 600_000 },
  }),
  progress: call(`GET ${pushTask.path}/progress`, {
    of: pushTask,
    label: label('推送进度', 'Progress of a push'),
    may: 'push:task:list',
    query: z.object({ taskId: keyValue }),
    data: progress,
    fails: ['notFound'],
  }),
  importAudience: jobCall(`POST ${pushTask.path}/audience/import`, importPushAudience, ['invalidFields']),
  /** Signed by an app, at its start and when its token, its user or its tags change; may come twice. */
  bind: call(`POST ${pushDevice.path}/bind`, {
    of: pushDevice,
    label: label('绑定设备(由应用签名)', 'Bind a device (signed by an app)'),
    may: 'public',
    tolerant: true,
    body: device.extend({
      userId: keyValue.nullish(),
      provinceId: keyValue.nullish(),
      model: text(limits.shortName).nullish(),
      version: text(16).nullish(),
      tags: text(limits.address).nullish(),
    }),
    data: z.object({ deviceId: z.int() }),
    fails: ['wrongSignature', 'notFound'],
  }),
  unbind: call(`POST ${pushDevice.path}/unbind`, {
    of: pushDevice,
    label: label('解绑设备(由应用签名)', 'Release a device (signed by an app)'),
    may: 'public',
    tolerant: true,
    body: device,
    fails: ['wrongSignature', 'notFound'],
  }),
  /** Signed by an app. The first click of a device counts. */
  click: call(`POST ${pushDevice.path}/click`, {
    of: pushDevice,
    label: label('点击推送(由应用签名)', 'A push was tapped (signed by an app)'),
    may: 'public',
    tolerant: true,
    body: device.extend({ taskId: keyValue }),
    fails: ['wrongSignature', 'notFound'],
  }),
} as const;

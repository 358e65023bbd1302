import { z } from 'zod';
import { importBatchName, originName } from '../../calls/values.ts';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { wishUser } from '../consumer/wish-user.ts';
import { pushRecord } from './push-record.ts';

const taskId = z.coerce.number<number | string>().int().positive();

/** Makes the list of devices of a push task (domain 3.9). */
export const buildPush = defineJobKind({
  name: 'buildPush',
  bizType: 662,
  of: pushRecord,
  may: 'push:task:build',
  label: label('生成推送名单', 'Make the list of a push'),
  params: z.object({ taskId }),
});

/** Reads the mobile numbers of an audience from a file (domain 0.6: 661). */
export const importPushAudience = defineJobKind({
  name: 'pushAudience',
  bizType: 661,
  of: wishUser,
  may: 'push:task:update',
  label: label('导入推送名单', 'Import an audience'),
  params: z.object({
    taskId,
    /** Path as the upload gave it. */
    filePath: z.string().min(1).max(limits.path),
    originName,
    importBatch: importBatchName,
  }),
  file: { tableId: 70, columns: ['mobile'] },
});

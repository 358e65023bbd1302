import { z } from 'zod';
import { importBatchName, originName } from '../../calls/values.ts';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { smsRecord } from './sms-record.ts';

/** Values of a template's variables, by name. */
export const textValues = z.record(z.string().max(limits.shortName), z.string().trim().max(limits.address));

/** Sends a text to the numbers of a file, whose further columns are the template's variables (domain M7). */
export const sendTextsByFile = defineJobKind({
  name: 'sendTexts',
  bizType: 670,
  of: smsRecord,
  may: 'feige:sms:send',
  label: label('按名单发送短信', 'Send texts to a list'),
  params: z.object({
    /** Path as the upload gave it. */
    filePath: z.string().min(1).max(limits.path),
    originName,
    importBatch: importBatchName,
    templateId: z.coerce.number<number | string>().int().positive(),
    vars: textValues.default({}),
  }),
  file: { tableId: 56, columns: ['mobile'] },
});

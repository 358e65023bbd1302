import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { officialAccounts } from './official-accounts.ts';

/** Calls of official accounts beside those of the datasets (domain L2). */
export const officialCalls = {
  sync: call(`POST ${officialAccounts.path}/sync`, {
    of: officialAccounts,
    label: label('同步一个公众号', 'Synchronise an official account'),
    may: 'base:official:sync',
    once: true,
    body: z.object({ id: keyValue }),
    /** Articles that wait for their import; the synchronisation goes on, and the row tells how far it is. */
    data: z.object({ newNum: z.int() }),
    message: 'syncStarted',
    fails: ['notFound', 'officialNotSetUp', 'officialUnderway'],
  }),
  /** Drafts that came from official accounts and were never published. */
  waiting: call(`GET ${officialAccounts.path}/waiting`, {
    of: officialAccounts,
    label: label('已入库但从未发布的文章数', 'Imported articles that were never published'),
    may: 'base:article:list',
    data: z.object({ count: z.int() }),
  }),
} as const;

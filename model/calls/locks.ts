import { z } from 'zod';
import { label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { call } from './call.ts';
import { pageOf } from './envelope.ts';
import { counted } from './values.ts';

/**
 * A lock on logins: `device` on one that has logged in before, `network` on one network for one account, `account` on
 * all new devices for one account, `address` on one connection for all accounts.
 */
const lockRow = z.object({
  key: z.string(),
  kind: z.enum(['device', 'network', 'account', 'address']),
  /** The account, as it was typed where there is none of that name; null for `address`. */
  userName: z.string().nullable(),
  nickName: z.string().nullable(),
  /** Address or network; null where the lock is on neither. */
  network: z.string().nullable(),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  until: z.string(),
});

/** How much of a budget is used, and whether that is so much that somebody should look. */
const budget = z.object({ used: z.int(), max: z.int(), low: z.boolean() });

/** Text codes sent within the hour and the day against what may be sent. */
const smsBudgets = z.object({ hour: budget, day: budget });

/** See {@link lockRow}. */
export type LockRow = z.infer<typeof lockRow>;
/** See {@link smsBudgets}. */
export type SmsBudgets = z.infer<typeof smsBudgets>;

/** The locks that failed logins have made, to be looked at and lifted, and how much of the text messages is used. */
export const lockCalls = {
  list: call('GET /api/admin/lock', {
    of: 'auth',
    label: label('登录限制', 'Locks on logins'),
    may: 'sys:lock:list',
    query: z.object({ keywords: z.string().trim().max(64).default('') }),
    pageSize: limits.pageSize,
    data: pageOf(lockRow),
  }),
  lift: call('DELETE /api/admin/lock', {
    of: 'auth',
    label: label('解除登录限制', 'Lift locks on logins'),
    may: 'sys:lock:lift',
    sessionOnly: true,
    body: z.object({ keys: z.array(z.string().max(128)).min(1).max(200) }),
    data: counted,
  }),
  sms: call('GET /api/admin/lock/sms', {
    of: 'auth',
    label: label('短信验证码用量', 'How many text codes have been sent'),
    may: 'sys:lock:list',
    data: smsBudgets,
  }),
} as const;

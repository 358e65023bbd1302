import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { counted } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';

/**
 * A lock on logins: `device` on one that has logged in before, `network` on one network for one account, `account` on
 * all new devices for one account, `address` on one connection for all accounts.
 */
const lockRow = z.object({
  key: z.string(),
  kind: z.enum(['device', 'network', 'account', 'address']),
  /** The account; as typed if there is none with that name; null for `address`. */
  userName: z.string().nullable(),
  nickName: z.string().nullable(),
  /** Address or network; null if the lock is on neither. */
  network: z.string().nullable(),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  until: z.string(),
});

/** Used part of a budget, and whether it is high enough to need attention. */
const budget = z.object({ used: z.int(), max: z.int(), low: z.boolean() });

/** Text codes sent within the hour and the day, and their limits. */
const smsBudgets = z.object({ hour: budget, day: budget });

/** See {@link lockRow}. */
export type LockRow = z.infer<typeof lockRow>;
/** See {@link smsBudgets}. */
export type SmsBudgets = z.infer<typeof smsBudgets>;

/** Locks caused by failed logins, to view and lift, and the usage of text messages. */
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

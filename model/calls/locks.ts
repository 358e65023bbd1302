import { z } from 'zod';

/** Permission to see which logins are locked. */
export const locksCode = 'sys:lock:list';
/** Permission to lift the locks. */
export const liftCode = 'sys:lock:lift';

/** Query of `GET /api/admin/lock`. */
export const lockQuery = z.object({
  keywords: z.string().trim().max(64).default(''),
});

/**
 * A lock on logins: `device` on one that has logged in before, `network` on one network for one account, `account` on
 * all new devices for one account, `address` on one connection for all accounts.
 */
export const lockRow = z.object({
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

/** Body of `DELETE /api/admin/lock`. */
export const liftBody = z.object({ keys: z.array(z.string().max(128)).min(1).max(200) });

/** How much of a budget is used, and whether that is so much that somebody should look. */
const budget = z.object({ used: z.int(), max: z.int(), low: z.boolean() });

/** What `GET /api/admin/lock/sms` answers: codes sent within the hour and the day against what may be sent. */
export const smsBudgets = z.object({ hour: budget, day: budget });

/** See {@link lockRow}. */
export type LockRow = z.infer<typeof lockRow>;
/** See {@link smsBudgets}. */
export type SmsBudgets = z.infer<typeof smsBudgets>;

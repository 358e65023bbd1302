import { z } from 'zod';

/** Body of `PUT /api/base/agent/transfer`: agencies that go to another partner, with their accounts (domain 10). */
export const transferBody = z.object({
  agentIds: z.array(z.coerce.number().int().positive()).min(1).max(200),
  partnersId: z.coerce.number().int().positive(),
});

/** Data of `PUT /api/base/agent/transfer`. */
export const transferred = z.object({
  /** Agencies that have moved; those that stood there already are not counted. */
  agencies: z.int(),
  /** Accounts that moved with them. */
  accounts: z.int(),
});

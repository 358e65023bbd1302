import { z } from 'zod';
import { agent } from '../datasets/partner/agent.ts';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';
import { keyValue } from './values.ts';

/** Calls of the agencies alone. */
export const agencyCalls = {
  /** Agencies go to another partner, with their accounts and candidates (domain 10): all of them or none. */
  transfer: call(`PUT ${agent.path}/transfer`, {
    of: agent,
    label: label(
      '机构转移到另一合伙人，其账号和考生随之转移',
      'Move agencies to another partner, with their accounts and candidates',
    ),
    may: 'base:agent:update',
    body: z.object({ agentIds: z.array(keyValue).min(1).max(200), partnersId: keyValue }),
    data: z.object({
      /** Agencies that have moved; those that stood there already are not counted. */
      agencies: z.int(),
      /** Accounts that moved with them. */
      accounts: z.int(),
      /** Candidates of the former partner who moved with them. */
      candidates: z.int(),
    }),
    audit: 'update',
    fails: ['notFound', 'duplicate'],
  }),
} as const;

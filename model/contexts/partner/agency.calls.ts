import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { agent } from './agent.ts';

/** Calls for agencies only. */
export const agencyCalls = {
  /** Moves agencies to another partner with their accounts and candidates (domain 10): all or none. */
  transfer: call(`PUT ${agent.path}/transfer`, {
    of: agent,
    label: label(
      '机构转移到另一合伙人，其账号和考生随之转移',
      'Move agencies to another partner, with their accounts and candidates',
    ),
    may: 'base:agent:update',
    body: z.object({ agentIds: z.array(keyValue).min(1).max(200), partnersId: keyValue }),
    data: z.object({
      /** Agencies that moved, without those already there. */
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

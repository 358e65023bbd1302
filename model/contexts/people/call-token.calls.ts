import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';

const callTokenAnswer = z.object({
  /** Opaque; shown only once. */
  callToken: z.string(),
  /** Seconds until it runs out, unless the login ends before. */
  expiresIn: z.int(),
  /** Extension of the person's seat (domain M4); null without one. */
  extension: z.string().nullable(),
});

/** Answer that gives a softphone its token (domain A5). */
export type CallTokenAnswer = z.infer<typeof callTokenAnswer>;

/** The token with which a softphone calls in a person's name, for people who may call leads (domain A5, M1, M5). */
export const callTokenCalls = {
  exchange: call('GET /api/admin/user/call/token/exchange', {
    of: 'auth',
    label: label('获取软电话令牌（两小时）', 'Get a softphone token, for two hours'),
    may: 'crm:lead:call',
    sessionOnly: true,
    data: callTokenAnswer,
    audit: 'call',
    fails: ['tooManyRequests'],
  }),
  refresh: call('POST /api/admin/user/call/token/refresh', {
    of: 'auth',
    label: label('以旧换新软电话令牌', 'Get the next softphone token for the last one'),
    may: 'crm:lead:call',
    sessionOnly: true,
    body: z.object({ callToken: z.string().trim().min(1).max(128) }),
    names: { callToken: label('软电话令牌', 'Softphone token') },
    data: callTokenAnswer,
    fails: ['tooManyRequests', 'callTokenInvalid', 'callTokenReused'],
  }),
} as const;

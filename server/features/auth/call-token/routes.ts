import { callCode, callTokenAnswer, callTokenBody } from '@yikao/model/calls/call-token.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { actorOf } from '../../../engine/http/actor.ts';
import { answer } from '../../../engine/http/answer.ts';
import type { CallDoc } from '../../../engine/http/doc.ts';
import { readBody } from '../../body.ts';
import type { Feature } from '../../feature.ts';
import { tokenOf } from '../request.ts';
import type { CallTokens } from './tokens.ts';

const path = '/api/admin/user/call/token';

const docs = {
  exchange: {
    summary: label('获取软电话令牌（两小时）', 'Get a softphone token, for two hours'),
    tag: 'auth',
    permission: callCode,
    data: callTokenAnswer,
  },
  refresh: {
    summary: label('以旧换新软电话令牌', 'Get the next softphone token for the last one'),
    tag: 'auth',
    permission: callCode,
    body: callTokenBody,
    data: callTokenAnswer,
  },
} as const satisfies Record<string, CallDoc>;

/** The token by which a softphone calls in a person's name (domain A5). */
export function callTokenFeature(tokens: CallTokens): Feature {
  return app => {
    app.get(
      `${path}/exchange`,
      { config: { sessionOnly: true, doc: docs.exchange } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        return answer(request, await tokens.exchange(actorOf(request), tokenOf(request)));
      },
    );

    app.post(
      `${path}/refresh`,
      { config: { sessionOnly: true, doc: docs.refresh } },
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const { callToken } = readBody(callTokenBody, request.body, {
          callToken: label('软电话令牌', 'Softphone token'),
        });
        return answer(request, await tokens.refresh(actorOf(request), tokenOf(request), callToken));
      },
    );
  };
}

import { callTokenCalls } from '@yikao/model/contexts/people/call-token.calls.ts';
import { handle } from '../../../../engine/http/handle.ts';
import type { Feature } from '../../../shared/feature.ts';
import { tokenOf } from '../request.ts';
import type { CallTokens } from './tokens.ts';

/** The token with which a softphone calls in a person's name (domain A5). */
export function callTokenFeature(tokens: CallTokens): Feature {
  return app => {
    handle(app, callTokenCalls.exchange, ({ actor, request }) => tokens.exchange(actor, tokenOf(request)));
    handle(app, callTokenCalls.refresh, ({ actor, request, body }) =>
      tokens.refresh(actor, tokenOf(request), body.callToken),
    );
  };
}

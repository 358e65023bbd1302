import { accessCalls } from '@yikao/model/contexts/people/access.calls.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Feature } from '../../shared/feature.ts';
import { type Accounts, explain } from './explain.ts';

/** "Why can I not see this?", for administrators (see {@link explain}). */
export function accessFeature(accounts: Accounts): Feature {
  return (app, { engine }) => {
    handle(app, accessCalls.explain, ({ actor, body }) => explain(engine, actor, accounts, body));
  };
}

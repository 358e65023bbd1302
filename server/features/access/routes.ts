import { explainBody, explainCode, explanation } from '@yikao/model/calls/access.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { holds } from '../../engine/access.ts';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import type { Feature } from '../feature.ts';
import { type Accounts, explain } from './explain.ts';

const doc: CallDoc = {
  summary: label('为什么看得到或看不到', 'Why somebody sees something, or does not'),
  tag: 'access',
  permission: explainCode,
  body: explainBody,
  data: explanation,
};

/** "Why can I not see this?", for administrators (see {@link explain}). */
export function accessFeature(accounts: Accounts): Feature {
  return (app, { engine }) => {
    app.post('/api/admin/access/explain', { config: { doc } }, async request => {
      const actor = actorOf(request);
      if (!holds(actor, explainCode)) throw failure('forbidden');
      return answer(request, await explain(engine, actor, accounts, explainBody.parse(request.body ?? {})));
    });
  };
}

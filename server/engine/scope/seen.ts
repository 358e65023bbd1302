import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { scopeKinds } from '@yikao/model/kernel/scope.ts';
import { seenFrom } from '@yikao/model/kernel/seen.ts';
import { holdsKept } from './access.ts';
import type { Actor } from './actor.ts';
import { boundTo } from './scope.ts';

/** A dataset as the actor sees it, see {@link seenFrom}. */
export function seenBy(dataset: AnyDataset, actor: Actor): AnyDataset {
  return seenFrom(
    dataset,
    scopeKinds.filter(kind => boundTo(actor, kind, 'read') !== null),
    code => holdsKept(actor, code),
  );
}

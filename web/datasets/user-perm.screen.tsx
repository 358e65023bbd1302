import { consumerCalls } from '@yikao/model/calls/consumers.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { useMemo } from 'react';
import { send } from '../engine/api/send.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import { may } from '../engine/hooks/may.ts';
import { useKept } from '../engine/hooks/use-kept.ts';
import { useSession } from '../engine/session/use-session.ts';

const { userPerm } = registry;

/** The list with the number of queries that a new entry begins with. */
function beginningWith(countLimit: number): typeof userPerm {
  const { fields } = userPerm;
  return { ...userPerm, fields: { ...fields, countLimit: { ...fields.countLimit, default: countLimit } } };
}

/**
 * The black and the white list; the column of actions is there for the admin flag alone (spec section 2, domain Q5). A new
 * entry begins with the number of queries that the parameters say.
 */
export default function UserPermPage() {
  const { adminFlag } = useSession();
  const { data } = useKept({
    enabled: may(userPerm, 'add'),
    queryKey: ['new', userPerm.name],
    queryFn: ({ signal }) => send(consumerCalls.newPerm, { signal, toast: false }),
  });
  const countLimit = data?.countLimit;
  const dataset = useMemo(
    () => (countLimit === undefined ? userPerm : beginningWith(countLimit)),
    [countLimit],
  );
  return <DatasetScreen dataset={dataset} actionColumn={adminFlag === 1} />;
}

import { consumerCalls } from '@yikao/model/contexts/consumer/consumers.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { may } from '../../engine/access/may.ts';
import { send } from '../../engine/api/send.ts';
import { useKept } from '../../engine/layout/use-kept.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { useSession } from '../../engine/session/use-session.ts';

const { userPerm } = registry;

/** The list with the number of queries that a new entry begins with. */
function beginningWith(countLimit: number): typeof userPerm {
  const { fields } = userPerm;
  return { ...userPerm, fields: { ...fields, countLimit: { ...fields.countLimit, default: countLimit } } };
}

/**
 * The black and white lists; only administrators see the action column (spec section 2, domain Q5). A new entry starts
 * with the number of queries in the parameters.
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

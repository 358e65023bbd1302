import { registry } from '@yikao/model/datasets/index.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import { useSession } from '../engine/session/use-session.ts';

/** The black and the white list; the column of actions is there for the admin flag alone (spec section 2, domain Q5). */
export default function UserPermPage() {
  const { adminFlag } = useSession();
  return <DatasetScreen dataset={registry.userPerm} actionColumn={adminFlag === 1} />;
}

import { registry } from '@yikao/model/contexts/datasets.ts';
import { DatasetScreen } from '../../../../../engine/screen/DatasetScreen.tsx';

/** The remark records at the address open to everyone logged in (spec section 2); their row scope applies as usual. */
export default function RemarkEditPage() {
  return <DatasetScreen dataset={registry.remark} />;
}

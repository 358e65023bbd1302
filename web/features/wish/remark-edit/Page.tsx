import { registry } from '@yikao/model/datasets/index.ts';
import { DatasetScreen } from '../../../engine/dataset/DatasetScreen.tsx';

/** The remark records at the address that everybody who is logged in may open (spec section 2); whose rows they see is asked as ever. */
export default function RemarkEditPage() {
  return <DatasetScreen dataset={registry.remark} />;
}

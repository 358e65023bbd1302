import { registry } from '@yikao/model/contexts/datasets.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { CellProps } from '../../fields/field-view.ts';
import { LicensePicture } from './partners-apply/LicensePicture.tsx';

/** Shows the picture itself instead of the flag. */
function License({ value, record }: CellProps) {
  return value === 1 ? <LicensePicture applyId={Number(record.applyId)} /> : <>–</>;
}

const overrides = { cells: { licenseFlag: License } };

/** Applications of partners and agencies (domain F7, 10); their steps decide, next to the licence. */
export default function PartnersApplyPage() {
  return <DatasetScreen dataset={registry.partnersApply} overrides={overrides} />;
}

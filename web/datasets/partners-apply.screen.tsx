import { registry } from '@yikao/model/datasets/index.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { CellProps } from '../fields/field-view.ts';
import { LicensePicture } from './partners-apply/LicensePicture.tsx';

/** The picture itself, in place of whether there is one. */
function License({ value, record }: CellProps) {
  return value === 1 ? <LicensePicture applyId={Number(record.applyId)} /> : <>–</>;
}

const overrides = { cells: { licenseFlag: License } };

/** Applications of partners and agencies (domain F7, 10); their steps decide, and the licence is looked at beside them. */
export default function PartnersApplyPage() {
  return <DatasetScreen dataset={registry.partnersApply} overrides={overrides} />;
}

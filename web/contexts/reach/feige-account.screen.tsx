import { registry } from '@yikao/model/contexts/datasets.ts';
import { UnconfirmedCalls } from '../../engine/calls/UnconfirmedCalls.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const footer = () => <UnconfirmedCalls vendor="feige" />;

/** Seats at the telephony vendor (domain M4), with its calls that no published document confirms. */
export default function FeigeAccountPage() {
  return <DatasetScreen dataset={registry.feigeAccount} footer={footer} />;
}

import { registry } from '@yikao/model/datasets/index.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowTab } from '../engine/dataset/screen-parts.ts';
import type { FieldOverrides } from '../engine/field-overrides.ts';
import type { WireRow } from '../engine/wire-row.ts';
import { PassInput } from './refund/PassInput.tsx';
import { RefundEvidence } from './refund/RefundEvidence.tsx';

const { refund } = registry;

/** Whether it is approved is said, not switched: nothing is chosen at first. `pass` is asked by the review alone. */
const overrides: FieldOverrides = { inputs: { pass: PassInput } };

/** Steps that are decided by what the refund is about. */
const decided = ['audit', 'retry', 'confirm'];

/** Refunds (domain G9, 3.2): reviewed, tried again and confirmed with what they are about in sight. */
export default function RefundPage() {
  const { t } = useTranslation('sales');
  const tabs = useMemo<RowTab<typeof refund>[]>(
    () => [
      {
        key: 'evidence',
        label: t('review.evidence'),
        render: row => <RefundEvidence row={row} asking={false} />,
      },
    ],
    [t],
  );
  return (
    <DatasetScreen
      dataset={refund}
      overrides={overrides}
      drawerTabs={tabs}
      stepExtra={(step: Step, row: WireRow<typeof refund.fields>) =>
        decided.includes(step.name) ? <RefundEvidence row={row} asking={step.name === 'audit'} /> : null
      }
    />
  );
}

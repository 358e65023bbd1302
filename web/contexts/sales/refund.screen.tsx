import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldOverrides } from '../../engine/field-overrides.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import type { WireRow } from '../../engine/wire-row.ts';
import { PassInput } from './refund/PassInput.tsx';
import { RefundEvidence } from './refund/RefundEvidence.tsx';

const { refund } = registry;

/** The approval is a choice without a default, instead of a switch. Only the review has the input `pass`. */
const overrides: FieldOverrides = { inputs: { pass: PassInput } };

/** Steps whose decision needs the facts of the refund. */
const decided = ['audit', 'retry', 'confirm', 'giveUp'];

/** Refunds (domain G9, 3.2): reviewed, retried and confirmed next to their facts. */
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

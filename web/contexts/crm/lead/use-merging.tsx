import { leadMergeCalls } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import { mergeCounts } from '@yikao/model/contexts/crm/rules/merge-leads.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../../engine/boundary/lazy-dialog.tsx';
import type { BulkAction } from '../../../engine/screen/screen-parts.ts';

const MergeDialog = lazyDialog(() => import('./MergeDialog.tsx'), 'MergeDialog');

/** The action that merges the selected leads, and its dialog once it is open. */
export function useMerging(): {
  readonly action: BulkAction<typeof registry.lead>;
  readonly dialog: ReactNode;
} {
  const { t } = useTranslation('crm');
  const [merged, setMerged] = useState<{ readonly ids: readonly number[]; readonly clear: () => void }>();
  const action = useMemo<BulkAction<typeof registry.lead>>(
    () => ({
      key: 'merge',
      may: leadMergeCalls.merge.may,
      label: t('merge.open'),
      against: ({ keys, rows }) => [
        ...(keys.length < mergeCounts.min || keys.length > mergeCounts.max
          ? [t('merge.count', mergeCounts)]
          : []),
        ...(new Set(rows.map(({ partnersId }) => partnersId ?? 0)).size > 1 ? [t('merge.partners')] : []),
      ],
      act: ({ keys, clear }) => setMerged({ ids: keys, clear }),
    }),
    [t],
  );
  return {
    action,
    dialog: merged && (
      <MergeDialog
        leadIds={merged.ids}
        onClose={done => {
          setMerged(undefined);
          if (done) merged.clear();
        }}
      />
    ),
  };
}

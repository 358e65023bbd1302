import { ScanOutlined, SlidersOutlined } from '@ant-design/icons';
import { codesCalls } from '@yikao/model/contexts/codes/codes.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChange } from '../../engine/access/may.ts';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { can } from '../../engine/session/session.ts';
import { ActivateFacts } from './card-code/ActivateFacts.tsx';
import { batchActionsFor } from './card-code/batch-actions.ts';
import { type Code, CodeCell, Reveal } from './card-code/CodeCell.tsx';

const { cardCode } = registry;

const BatchDialog = lazyDialog(() => import('./card-code/BatchDialog.tsx'), 'BatchDialog');
const FindDialog = lazyDialog(() => import('./card-code/FindDialog.tsx'), 'FindDialog');
const RevealDialog = lazyDialog(() => import('./card-code/RevealDialog.tsx'), 'RevealDialog');

const overrides = { cells: { code: CodeCell } };

/** Activation codes (domain G3, 10): masked, found by what somebody reads out, changed many at once. */
export default function CardCodePage() {
  const { t } = useTranslation('codes');
  const [dialog, setDialog] = useState<'find' | 'batch'>();
  const [revealed, setRevealed] = useState<Code>();
  const close = () => setDialog(undefined);
  const mayReveal = can(codesCalls.reveal.may);
  const batches = mayChange(cardCode) && batchActionsFor(can).length > 0;
  const exportChoice = useMemo(
    () =>
      can('card:code:batchUpdate') && mayChange(cardCode)
        ? { name: 'issueFlag', label: t('exportIssue'), help: t('exportIssueHelp') }
        : undefined,
    [t],
  );
  return (
    <Reveal value={mayReveal ? setRevealed : undefined}>
      <DatasetScreen
        dataset={cardCode}
        overrides={overrides}
        {...(exportChoice && { exportChoice })}
        stepExtra={(step: Step, row: Code) =>
          step.name === 'activate' ? <ActivateFacts code={row} /> : null
        }
        extra={(list, selected) => [
          {
            key: 'find',
            may: codesCalls.find.may,
            label: t('find.title'),
            icon: <ScanOutlined aria-hidden />,
            act: () => setDialog('find'),
            dialog: dialog === 'find' && (
              <FindDialog
                onFound={codeId => {
                  close();
                  list.open(codeId);
                }}
                onClose={close}
              />
            ),
          },
          {
            key: 'batch',
            may: batches,
            label: t('batch.title'),
            icon: <SlidersOutlined aria-hidden />,
            act: () => setDialog('batch'),
            dialog: dialog === 'batch' && (
              // All rows that match are named by a rule or a range.
              <BatchDialog keys={selected.all ? [] : selected.keys} onClose={close} />
            ),
          },
        ]}
      />
      {revealed && <RevealDialog code={revealed} onClose={() => setRevealed(undefined)} />}
    </Reveal>
  );
}

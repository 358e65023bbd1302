import { registry } from '@yikao/model/contexts/datasets.ts';
import type { LimitState } from '@yikao/model/contexts/sales/limit-state.ts';
import { useTranslation } from 'react-i18next';
import { addRow, updateRow } from '../../../engine/calls/dataset-calls.ts';
import { CallDialog } from '../../../engine/dialogs/CallDialog.tsx';
import { About, type Receiver } from './Receiver.tsx';

const { userLimit } = registry;

interface LimitDialogProps {
  readonly to: Receiver;
  readonly dataYear: number;
  /** All current limits of the year. */
  readonly limits: readonly LimitState[];
  /** The kind of limit that is chosen at first. */
  readonly limitType: LimitState['limitType'];
  readonly onClose: () => void;
}

/** Sets a candidate's limit for a year: a new one, or another number for the existing one. */
export function LimitDialog({ to, dataYear, limits, limitType: first, onClose }: LimitDialogProps) {
  const { t } = useTranslation('consumer');
  const stateOf = (type: unknown) => limits.find(one => one.limitType === type);
  const begin = (type: unknown) => ({ limitType: type, totalNum: stateOf(type)?.totalNum ?? null });
  return (
    <CallDialog
      title={t('limit.set')}
      submit={t('limit.save')}
      about={<About label={t('gift.to')} text={t('limit.of', { name: to.name, year: dataYear })} />}
      asks={{
        limitType: { field: userLimit.fields.limitType },
        totalNum: { field: userLimit.fields.totalNum },
      }}
      begin={begin(first)}
      follow={(values, changed) => (changed === 'limitType' ? begin(values.limitType) : values)}
      hint={({ limitType }) => t('limit.usedBy', { used: stateOf(limitType)?.usedNum ?? 0 })}
      missing={({ totalNum }) => (totalNum === null ? t('limit.missing') : undefined)}
      send={async ({ limitType, totalNum }) => {
        const { limitId = null, version = null, limitType: type = first } = stateOf(limitType) ?? {};
        if (limitId === null)
          await addRow(userLimit, {
            userId: to.userId,
            dataYear,
            limitType: type,
            totalNum: Number(totalNum),
          });
        else await updateRow(userLimit, { id: limitId, version, totalNum: Number(totalNum) });
      }}
      done={() => t('limit.done')}
      changes={[userLimit]}
      onClose={onClose}
    />
  );
}

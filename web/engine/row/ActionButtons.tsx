import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import type { ExtraRowAction } from '../row/RowActions.tsx';
import { usePhone } from '../use-media.ts';

interface StepButtonsProps {
  readonly actions: readonly ExtraRowAction[];
  readonly row: FieldRecord;
  /** Hides those that the state does not allow: for a toggle the other one suffices. */
  readonly fittingOnly?: boolean | undefined;
  /** The reason all of them are disabled. */
  readonly held?: string | undefined;
  /** Key of the action that moves the row on, which is shown in blue. */
  readonly next?: string | undefined;
  readonly onPress?: () => void;
}

/** The steps of a row shown alone, including disabled ones with every reason. */
export function StepButtons({ actions, row, fittingOnly, held, next, onPress }: StepButtonsProps) {
  const { t } = useTranslation('engine');
  // A finger needs more room than a pointer.
  const phone = usePhone();
  const shown = fittingOnly ? actions.filter(({ fits }) => fits?.(row) !== false) : actions;
  return shown.map(({ key, label, danger = false, act, fits, against }) => {
    const wrong = fits?.(row) === false ? [t('steps.wrongState')] : (against?.(row) ?? []);
    const why = held === undefined ? wrong : [held];
    return (
      <Tooltip key={key} title={why.length > 0 ? why.join('; ') : undefined}>
        <Button
          size={phone ? 'middle' : 'small'}
          {...(key === next && { type: 'primary' as const })}
          danger={danger}
          disabled={why.length > 0}
          onClick={() => {
            onPress?.();
            act(row);
          }}
        >
          {label}
        </Button>
      </Tooltip>
    );
  });
}

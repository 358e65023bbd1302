import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { ActionButtons } from '../row/ActionButtons.tsx';
import type { ExtraRowAction } from '../row/RowActions.tsx';
import { useRow } from '../row/use-row.ts';

interface FormStepsProps {
  readonly dataset: AnyDataset;
  readonly rowKey: number;
  readonly actions: readonly ExtraRowAction[];
  /** See {@link ActionButtons}. */
  readonly fittingOnly?: boolean | undefined;
  /** Something has been typed that is not saved. */
  readonly dirty: boolean;
  /** Closes the form for the step's dialog. */
  readonly onTake: () => void;
}

/** The steps of a row below its form. Typed values are saved first, because a step uses the stored row. */
export function FormSteps({ dataset, rowKey, actions, fittingOnly, dirty, onTake }: FormStepsProps) {
  const { t } = useTranslation('engine');
  const { row } = useRow(dataset, rowKey);
  if (!row || actions.length === 0) return null;
  return (
    <Flex wrap gap={8} align="center">
      <ActionButtons
        actions={actions}
        row={row}
        fittingOnly={fittingOnly}
        held={dirty ? t('steps.saveFirst') : undefined}
        onPress={onTake}
      />
    </Flex>
  );
}

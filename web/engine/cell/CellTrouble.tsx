import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDoubt } from '../form/FormDoubt.tsx';
import type { FormController } from '../form/use-form-controller.ts';
import styles from './CellEditor.module.css';

interface CellTroubleProps {
  readonly form: FormController;
  readonly textId: string;
  readonly error: string | undefined;
  /** Goes on in the form; undefined if the cell itself is wrong. */
  readonly onForm: (() => void) | undefined;
}

/** The reason why a cell was not saved, with the way on. */
export function CellTrouble({ form, textId, error, onForm }: CellTroubleProps) {
  const { t } = useTranslation('engine');
  return form.doubt ? (
    <FormDoubt form={form} />
  ) : form.status === 'failed' ? (
    <span role="alert" className={styles.error}>
      {t('list.failed')}
      <Button size="small" onClick={form.retry}>
        {t('list.retry')}
      </Button>
    </span>
  ) : (
    <span id={textId} role="alert" className={styles.error}>
      {error}
      {onForm && (
        <Button size="small" onClick={onForm}>
          {t('cell.toForm')}
        </Button>
      )}
    </span>
  );
}

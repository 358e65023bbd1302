import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './FormDialog.module.css';
import type { FormController } from './use-form-controller.ts';

/** Shows that the outcome of a save is unknown, and the result of checking the rows; otherwise nothing. */
export function FormDoubt({ form }: { readonly form: FormController }) {
  const { t } = useTranslation('trouble');
  const { doubt } = form;
  if (!doubt) return null;
  return (
    <Alert
      className={styles.doubt ?? ''}
      role="alert"
      showIcon
      type={doubt === 'unsaved' ? 'info' : 'warning'}
      title={t(`doubt.${doubt}`)}
      action={
        (doubt === 'waiting' || doubt === 'unknown') && (
          <Button size="small" onClick={form.lookNow}>
            {t('doubt.check')}
          </Button>
        )
      }
    />
  );
}

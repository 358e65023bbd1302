import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormController } from '../hooks/use-form-controller.ts';
import styles from './FormDialog.module.css';

/** Says that nobody knows whether a save was done, and what a look at the rows has shown; nothing without such a doubt. */
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
